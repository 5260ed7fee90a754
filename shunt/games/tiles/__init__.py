"""The 1965 train-tile game (Parker Brothers, "A Big Train Game"): squares, geometry, rules, exact odds and best play."""
