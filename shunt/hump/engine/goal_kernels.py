"""Kernels that find every place where a whole train can leave in one move."""

import numpy as np

from shunt.hump.engine.kernels import is_free, is_new, may_enter
from shunt.search.core.jit import kernel


@kernel
def trains_at_exit(tables, room, found):
    """Return all ways in which a whole train can stand with its head at the sink: rows of ends, lead car first.

    Each end is the one through which a car will leave its space. Return their number, or -1 if `found` is too short.
    """
    cars, count = tables.shape[0], 0
    branch = np.zeros(cars + 1, dtype=np.int64)
    for exit_end in range(len(tables.exits)):
        if tables.exits[exit_end] == 0:
            continue
        # Nodes 0 … depth are the train from its lead car back, each the parent of the next.
        room.node_end[0], room.node_parent[0], depth = exit_end, -1, 0
        branch[0] = 0
        while depth >= 0:
            if depth == cars - 1:
                if count >= len(found):
                    return -1
                for car in range(cars):
                    found[count, car] = room.node_end[car]
                count += 1
                depth -= 1
                continue
            rear = room.node_end[depth] ^ 1
            index = tables.join_first[rear] + branch[depth]
            if index >= tables.join_first[rear + 1]:
                depth -= 1
                continue
            branch[depth] += 1
            behind = tables.join_to[index]
            # `is_free` looks at one car fewer than the length it is given: here the train's own cars all count.
            if may_enter(tables, behind ^ 1, True) and is_free(tables, room, depth, depth + 2, behind >> 1):
                depth += 1
                room.node_end[depth], room.node_parent[depth], branch[depth] = behind, depth - 1, 0
    return count


@kernel
def roll_back(tables, room, trains, found):
    """Follow trains at the exit back to every place from which they can roll there: rows of ends, lead car first.

    Return their number, or -1 if `found` or `room` is too short. Only the train's own cars are on the tracks.
    """
    cars, nodes, count = tables.shape[0], np.int64(0), 0
    room.counter[0] += 1
    stamp = room.counter[0]
    opened = np.empty(len(room.node_end), dtype=np.int64)
    for row in range(len(trains)):
        if nodes + cars > len(room.node_end):
            return -1
        for car in range(cars):
            room.node_end[nodes] = trains[row, car] ^ 1
            room.node_parent[nodes] = nodes - 1 if car else -1
            nodes += 1
        if is_new(room, nodes - 1, cars, stamp):
            opened[count] = nodes - 1
            count += 1
    done = 0
    while done < count:
        node = opened[done]
        walk = node
        if done >= len(found):
            return -1
        for car in range(cars):
            found[done, cars - 1 - car] = room.node_end[walk] ^ 1
            walk = room.node_parent[walk]
        done += 1
        rear = room.node_end[node]
        for index in range(tables.join_first[rear], tables.join_first[rear + 1]):
            entered = tables.join_to[index]
            if may_enter(tables, entered, False) and is_free(tables, room, node, cars, entered >> 1):
                if nodes >= len(room.node_end):
                    return -1
                room.node_end[nodes], room.node_parent[nodes] = entered ^ 1, node
                if is_new(room, nodes, cars, stamp):
                    opened[count] = nodes
                    count += 1
                    nodes += 1
    return count
