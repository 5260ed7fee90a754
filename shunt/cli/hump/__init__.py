"""Commands about hump yards."""
