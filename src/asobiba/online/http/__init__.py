"""The doors: HTTP, WebSocket, the browser's pages."""
