"""Tables in the terminal, and the report as one HTML page."""
