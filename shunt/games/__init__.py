"""Whole games on one protocol: played by people and bots, simulated, replayed from a seed and a list of actions."""
