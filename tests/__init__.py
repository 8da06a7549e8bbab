"""A package, so that one of the same name which is installed (pgx brings one) does not hide it."""
