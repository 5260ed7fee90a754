"""The engine of Hump Yard: occupancies and permutations of a train in a yard, searched for one order or for all of them.

1. `words`, `codec`: what an occupancy, a permutation and a state are in words, and the yard as flat arrays.
2. `kernels`: the moves of one occupancy, forward and back, by trees of the ends that a cut rolls through.
3. `occupancies`: occupancies numbered as they are found, with their moves, each worked out once.
4. `search`: the fewest moves of one order, best first from both ends under bounds (`side_kernels`).
5. `meeting`: the fewest moves of all orders at once from both ends, by sets of permutations; `long_meeting`: by single states,
   for seven and eight cars, with moves joined over a bridge.
6. `table`: asks for the table of all orders, and refuses trains that are too long.

It takes limits, hash tables, threads and the decorators of kernels from `shunt/search/core`, rules and yards from `shunt/hump`.
"""
