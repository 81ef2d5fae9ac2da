"""What the published tables mean, and the gate that refuses a publication that breaks it."""
