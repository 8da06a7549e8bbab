"""What draws the pictures of docs/ and the icons of the browser app."""
