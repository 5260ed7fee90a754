"""The game of Hump Yard: state (values), text, refusals, game (the rules), bots."""
