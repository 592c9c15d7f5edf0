"""What must hold: the pages, the port interface and its wire form. Imports nothing of the project."""
