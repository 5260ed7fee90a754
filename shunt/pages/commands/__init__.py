"""Commands about pages for a browser, and about the shell."""
