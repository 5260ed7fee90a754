"""Short code for kernels. LLVM gets a sixth of the code that numba writes.

**Named tuples of arrays.** numba takes a tuple apart for every call, and puts it together again in the called function: 230
numbers for the tables of the train rules. Here the wrapper that Python calls writes the fields to memory once. Kernels pass on
the address, and each reads the fields that it needs. Nothing writes to this memory, so the optimiser can keep the values.

**Items.** numba writes eighty lines for an item of an array, because the array may be any slice of another one. An item of a
whole array takes ten.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from typing import Any

from llvmlite import ir
from numba.core.imputils import impl_ret_borrowed
from numba.core.ir import SetItem, StaticSetItem
from numba.core.lowering import Lower
from numba.core.types import Array, Float, Integer, Type, intp
from numba.core.types.containers import BaseNamedTuple, BaseTuple, NamedTuple
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, lower_getattr_generic, models, register_model, unbox

ADDRESS = ir.IntType(8).as_pointer()
ALIGNED = 8
DATA, SHAPE = 4, 5  # the fields of an array


class Record(Type):
    """A named tuple with arrays, stored in memory."""

    def __init__(self, fields: BaseNamedTuple) -> None:
        self.fields = fields
        super().__init__(f"{fields.instance_class.__name__}-{sha256(str(fields.key).encode()).hexdigest()[:12]}")

    @property
    def key(self) -> object:
        """Return the key by which two types are the same."""
        return self.fields.key


@cache
def _places(context: Any, record: Record) -> tuple[dict[str, int], int]:
    """Return the offset of each field in bytes, and the total size."""
    places, end = {}, 0
    for kind, name in zip(record.fields.types, record.fields.fields, strict=True):
        places[name] = end
        end += -(-context.get_abi_sizeof(context.get_value_type(kind)) // ALIGNED) * ALIGNED
    return places, end


@register_model(Record)
class RecordModel(models.OpaqueModel):  # type: ignore[misc]
    """An address."""


@infer_getattr
class RecordFields(AttributeTemplate):  # type: ignore[misc]
    """The types of the fields."""

    key = Record

    def generic_resolve(self, record: Record, name: str) -> Type | None:
        """Return the type of a field."""
        fields = record.fields
        return fields.types[fields.fields.index(name)] if name in fields.fields else None


def _field(context: Any, builder: Any, record: Record, address: Any, name: str) -> tuple[Type, Any]:
    """Return the type of a field, and its address."""
    kind = record.fields.types[record.fields.fields.index(name)]
    place = builder.gep(address, [ir.IntType(64)(_places(context, record)[0][name])], inbounds=True)
    return kind, builder.bitcast(place, context.get_value_type(kind).as_pointer())


@lower_getattr_generic(Record)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, record: Record, address: Any, name: str) -> Any:
    kind, place = _field(context, builder, record, address, name)
    return impl_ret_borrowed(context, builder, kind, builder.load(place, align=ALIGNED))


@unbox(Record)  # type: ignore[untyped-decorator]
def _unbox(record: Record, given: Any, c: Any) -> NativeValue:
    builder, places = c.builder, _places(c.context, record)
    with builder.goto_entry_block():
        room = builder.alloca(ir.IntType(64), size=places[1] // ALIGNED)
        address = builder.bitcast(room, ADDRESS)
    failed, natives = ir.Constant(ir.IntType(1), 0), []
    for number, name in enumerate(record.fields.fields):
        kind, place = _field(c.context, builder, record, address, name)
        native = c.unbox(kind, c.pyapi.tuple_getitem(given, number))
        builder.store(native.value, place, align=ALIGNED)
        failed = builder.or_(failed, native.is_error)
        natives.append((kind, native))

    def clean_up() -> None:
        """Release each field. The caller of a kernel does this for tuples, but here it sees only an address."""
        for kind, native in reversed(natives):
            if native.cleanup is not None:
                native.cleanup()
            if c.context.enable_nrt:
                c.context.nrt.decref(builder, kind, native.value)

    return NativeValue(address, is_error=failed, cleanup=clean_up)


def mark_records(module: Any) -> None:
    """Declare to the optimiser that the memory of records is read and written only through their addresses."""
    for function in module.functions:
        for argument in function.args:
            if argument.type == ADDRESS and re.fullmatch(r"arg\.\w+", argument.name):
                argument.add_attribute("noalias")
                argument.add_attribute("captures(none)")


@cache
def in_memory(kind: Any) -> Any:
    """Return the type that a kernel gets for a value of another type: a record for a named tuple with arrays."""
    if not isinstance(kind, BaseNamedTuple):
        return kind
    fields = tuple(map(in_memory, kind.types))
    if not any(isinstance(field, Array | Record) for field in fields):
        return kind
    return Record(kind if fields == tuple(kind.types) else NamedTuple(fields, kind.instance_class))


class LeanLower(Lower):  # type: ignore[misc]
    """Generates the code of a kernel."""

    def lower_inst(self, statement: Any) -> None:
        """Generate the code of a statement."""
        if isinstance(statement, SetItem | StaticSetItem):
            array, value = statement.target, statement.value
            place = self._place(array, statement.index_var if isinstance(statement, StaticSetItem) else statement.index)
            if place is not None:
                given, kinds = self.loadvar(value.name), (self.typeof(value.name), self.typeof(array.name).dtype)
                self.builder.store(self.context.cast(self.builder, given, *kinds), place)
                return
        super().lower_inst(statement)

    def lower_expr(self, result: Any, expression: Any) -> Any:
        """Generate the code of an expression; return its value."""
        if expression.op in ("getitem", "static_getitem"):
            array = expression.value
            place = self._place(array, expression.index if expression.op == "getitem" else expression.index_var)
            if place is not None:
                return self.context.cast(self.builder, self.builder.load(place), self.typeof(array.name).dtype, result)
        return super().lower_expr(result, expression)

    def _place(self, array: Any, index: Any) -> Any:
        """Return the address of an item, or None if numba has to find it."""
        kind, at = self.typeof(array.name), None if index is None else self.typeof(index.name)
        kinds = at.types if isinstance(at, BaseTuple) else (at,)
        is_plain = type(kind) is Array and kind.layout == "C" and kind.aligned and isinstance(kind.dtype, Integer | Float)
        if not is_plain or len(kinds) != kind.ndim or not all(isinstance(one, Integer) for one in kinds):
            return None
        if self.context.enable_boundscheck:
            return None
        builder, given, value = self.builder, self.loadvar(index.name), self.loadvar(array.name)
        sizes = [builder.extract_value(value, (SHAPE, axis)) for axis in range(kind.ndim)]
        offset = None
        for axis, one in enumerate(kinds):
            number = builder.extract_value(given, axis) if isinstance(at, BaseTuple) else given
            number = self.context.cast(builder, number, one, intp)
            if one.signed and not (isinstance(number, ir.Constant) and number.constant >= 0):
                from_end = builder.add(number, sizes[axis])
                number = builder.select(builder.icmp_signed("<", number, ir.Constant(number.type, 0)), from_end, number)
            offset = number if offset is None else builder.add(builder.mul(offset, sizes[axis]), number)
        return builder.gep(builder.extract_value(value, DATA), [offset])
