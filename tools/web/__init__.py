"""What writes the sources of the browser app that Python knows better: types and boards."""
