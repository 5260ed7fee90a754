"""What pieces and letters look like: liveries, names chosen by the user, and the widths of text."""
