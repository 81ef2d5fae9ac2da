"""One idempotent run: what is to do, in which order, under a lock, with a record of it."""
