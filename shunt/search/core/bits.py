"""Bit operations that numba does not offer: an atomic `or` for bit sets shared by threads, and counting bits.

They are a few lines of LLVM each. Without the atomic, two threads that set bits of one word lose some of them.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def set_bits(typing: Any, array: Any, index: Any, bits: Any) -> Any:
    """`array[index] |= bits` in one step that no other thread can come between; returns what was there before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(values.data, [arguments[1]])
        return builder.atomic_rmw("or", place, arguments[2], "monotonic")

    return types.int64(array, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest_bit(typing: Any, bits: Any) -> Any:
    """The number of the lowest set bit of a 64-bit word (64 if there is none)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def bit_count(typing: Any, bits: Any) -> Any:
    """How many bits of a 64-bit word are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def claim(typing: Any, array: Any, index: Any, empty: Any, value: Any) -> Any:
    """`if array[index] == empty: array[index] = value`, in one step no thread can come between; returns what was there."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(values.data, [arguments[1]])
        pair = builder.cmpxchg(place, arguments[2], arguments[3], "monotonic", "monotonic")
        return builder.extract_value(pair, 0)

    return types.int64(array, types.int64, types.int64, types.int64), generate
