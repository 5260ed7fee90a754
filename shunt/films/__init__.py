"""A solution as a moving picture: trains and cars that roll along the rails, as an animated SVG or GIF.

The road of a card, from `commands/animate.py`:

    cards       the film of a card's moves, by its kind
      trains    a route card: trains roll along the curves of the board, and bridges turn
    film        a `Reel` records what is seen when, and the poses of what rolls; the result is a `Film`
    animation   writes a film as SVG that plays by itself, or as GIF

The wing needs the core: boards and pieces from `render`, moves and the runs behind them from `rules`.
"""
