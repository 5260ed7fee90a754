"""The method `orders` of `solve`: trains that pass each other on a line with a stub or at a loop, bounded by the order of the
pieces alone.

`loop.ByOrders` calls `line.line_search` and `loop.loop_search`, which check whether the card is of their kind
(`orders.letters_of` gives its pieces letters). Each first searches orders, and then the positions of the card in the orders that
may be best.
"""
