"""Kernels of estimates, which order the states of a search that need not be optimal."""

import numpy as np

from shunt.search.core.jit import lean
from shunt.search.core.state_kernels import _load, _setting_in, _slot_in


@lean
def _estimates(cars, seats, locomotives, shift, width, setting_shift, states, found):
    """Write the estimate of each of `states` to `found`; for the arrays see `car_estimates.Estimates`."""
    engines = locomotives.shape[0]
    for k in range(states.shape[0]):
        state = _load(states, k)
        setting = _setting_in(state, setting_shift)
        total = np.int64(0)
        for engine in range(engines):
            total += locomotives[engine, setting, _slot_in(state, shift[engine], width[engine])]
        for want in range(cars.shape[0]):
            best = np.int64(255)
            for choice in range(seats.shape[1]):
                seat = seats[want, choice]
                if seat < 0:
                    break
                space = _slot_in(state, shift[seat], width[seat])
                for engine in range(engines):
                    moves = np.int64(cars[want, setting, space, _slot_in(state, shift[engine], width[engine])])
                    if moves < best:
                        best = moves
            total += best
        found[k] = total
