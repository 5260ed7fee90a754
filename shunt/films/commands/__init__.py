"""The command of the wing: `animate`."""
