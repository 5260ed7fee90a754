"""The commands `shunt bid`, `shunt yard` and `shunt humpyard`, and what `shunt check` asks about yards."""
