"""What writes tables and figures of docs/."""
