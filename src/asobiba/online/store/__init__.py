"""What is kept: SQLite or PostgreSQL."""
