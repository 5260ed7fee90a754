"""pydantic's models of the tables that `files/shapes.py` declares: they find every fault of a file, and give the JSON Schemas."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Annotated, Any, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag, create_model
from pydantic_core import PydanticCustomError

from shunt.files.shapes import REQUIRED, Bounds, Either, Entry, NoNull, Shape, union_members


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


_MODELS: dict[type[Shape], type[BaseModel]] = {}


def model_of(shape: type[Shape]) -> type[BaseModel]:
    """Return the model of a shape: unknown keys are errors, and values are never converted to another type."""
    if shape not in _MODELS:
        types = shape.types()
        fields: dict[str, Any] = {name: (_of(types[name]), _field(declared)) for name, declared in shape.entries.items()}
        _MODELS[shape] = create_model(shape.__name__, __base__=_Strict, __doc__=shape.__doc__, **fields)
    return _MODELS[shape]


def _field(declared: Entry) -> Any:
    given: dict[str, Any] = {"description": declared.description or None, "alias": declared.alias or None}
    if declared.example is not None:
        given["examples"] = [declared.example]
    if declared.default is not REQUIRED:
        default = declared.default
        given["default"] = model_of(type(default)).model_construct(**vars(default)) if isinstance(default, Shape) else default
    return Field(**given)


def _of(annotation: Any) -> Any:
    """Return a type as pydantic writes it."""
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return model_of(annotation)
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _annotated(*inner)
    if members := union_members(annotation):
        return reduce(or_, map(_of, members))
    return origin[tuple(map(_of, inner))] if origin in (list, dict) else annotation


def _annotated(annotation: Any, metadata: Bounds | Either | NoNull) -> Any:
    if isinstance(metadata, NoNull):
        return Annotated[_of(annotation), AfterValidator(_without_null)]
    if isinstance(metadata, Bounds):
        return Annotated[_of(annotation), Field(**{key: bound for key, bound in metadata._asdict().items() if bound is not None})]
    members = [Annotated[_of(member), Tag(str(index))] for index, member in enumerate(union_members(annotation))]
    return Annotated[reduce(or_, members), Discriminator(_tag(metadata))]


def _tag(either: Either) -> Callable[[Any], str]:
    return lambda value: str(int(either.is_second(value)))


def _without_null(value: Any) -> Any:
    if not NoNull().allow(value):
        raise PydanticCustomError("null", "null cannot be written in TOML")
    return value
