"""DuckDB sessions, the files below sql/, and Parquet that appears by rename."""
