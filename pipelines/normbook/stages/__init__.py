"""What SQL says badly: functions from tables to one Arrow table."""
