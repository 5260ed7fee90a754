"""Bit operations that numba does not offer: an atomic `or` for bit sets shared by threads, and bit counting.

They are a few lines of LLVM each. Without the atomic operation, two threads that set bits of the same word could lose some of
them. If the compiler is off (NUMBA_DISABLE_JIT=1), plain functions of the same names replace them, for one thread.
"""

from __future__ import annotations

from typing import Any

from numba import config, types
from numba.extending import intrinsic

from shunt.search.core.jit import inlined


@intrinsic  # type: ignore[untyped-decorator]
def set_bits(typing: Any, array: Any, index: Any, bits: Any) -> Any:
    """Do `array[index] |= bits` atomically; return the previous value."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(values.data, [arguments[1]])
        return builder.atomic_rmw("or", place, arguments[2], "monotonic")

    return types.int64(array, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def bit_count(typing: Any, bits: Any) -> Any:
    """Return the number of set bits of a 64-bit word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def claim(typing: Any, array: Any, index: Any, empty: Any, value: Any) -> Any:
    """Do `if array[index] == empty: array[index] = value` atomically; return the previous value."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(values.data, [arguments[1]])
        pair = builder.cmpxchg(place, arguments[2], arguments[3], "monotonic", "monotonic")
        return builder.extract_value(pair, 0)

    return types.int64(array, types.int64, types.int64, types.int64), generate


WORD = (1 << 64) - 1


def _set_bits(array: Any, index: Any, bits: Any) -> Any:
    before = array[index]
    array[index] |= bits
    return before


def _bit_count(bits: Any) -> int:
    return (int(bits) & WORD).bit_count()


def _claim(array: Any, index: Any, empty: Any, value: Any) -> Any:
    before = array[index]
    if before == empty:
        array[index] = value
    return before


if config.DISABLE_JIT:
    set_bits, bit_count, claim = _set_bits, _bit_count, _claim


@inlined
def lowest_bit(bits: Any) -> Any:
    """Return the number of the lowest set bit of a 64-bit word (64 if there is none)."""
    return bit_count(~bits & (bits - 1))
