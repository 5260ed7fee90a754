"""Every game in the protocols of other libraries: OpenSpiel and PettingZoo (`pip install 'shunt-puzzles[games]'`)."""
