"""Yardmaster (Crash Games 2014, design Steven Aramini): draw cargo, buy railcars, couple them to the longest train."""
