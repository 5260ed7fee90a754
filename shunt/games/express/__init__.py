"""Yardmaster Express (Crash Games, 2014): the rules, exact answers, bots, and a companion for the real table."""
