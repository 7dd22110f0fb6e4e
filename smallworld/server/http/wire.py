"""Messages as JSON: what comes from pages is checked, what goes to them is written.

The messages themselves are plain data in `smallworld/table/messages.py`. For each kind that is
read, a type that can check it is derived from its fields and their limits.
"""

from __future__ import annotations

import dataclasses
import types
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from smallworld.engine.game import GameError
from smallworld.home.messages import error_fields, fields_of, message_fields
from smallworld.table.limits import Between, Length, Matching
from smallworld.table.messages import (
    REQUESTS,
    JoinRequest,
    PageMessage,
    PageRequest,
    PingRequest,
)
from smallworld.table.problems import Refused
from smallworld.wire.game import GameView, RegionView

LONGEST_MESSAGE: Final = 4096
_LONGEST_ID: Final = 64

Incoming = JoinRequest | PageRequest | PingRequest
T = TypeVar("T")

_BROKEN: Final = (msgspec.MsgspecError, UnicodeError, RecursionError)


# ---- reading ----


def read(text: str) -> Incoming:
    """The message a text means; `Refused` says what is wrong with it."""
    if len(text) > LONGEST_MESSAGE or len(text.encode("utf-8", "replace")) > LONGEST_MESSAGE:
        raise Refused("too_long", most=LONGEST_MESSAGE)
    try:
        message: Incoming = _as_dataclass(_INCOMING.decode(text))
    except _BROKEN as error:
        raise Refused("bad_message", text=str(error)) from None
    return message


def read_as(body: bytes, kind: type[T]) -> T:
    """The dataclass that a body means; `Refused` says what is wrong with it."""
    try:
        found: T = _as_dataclass(msgspec.json.decode(body, type=_checked(kind)))
    except _BROKEN as error:
        raise Refused("bad_message", text=str(error)) from None
    return found


def id_in(text: str) -> str | None:
    """What a message that is none was called, if that can be read."""
    try:
        found = _LOOSE.decode(text).id
    except _BROKEN:
        return None
    return found if found is not None and len(found) <= _LONGEST_ID else None


class _Loose(Struct):
    id: str | None = None


class _Checked(Struct, forbid_unknown_fields=True):
    """What is decoded; each subclass is derived from a dataclass."""


_CHECKED: Final[dict[type[Any], type[Struct]]] = {}  # by dataclass
_DATACLASSES: Final[dict[type[Any], type[Any]]] = {}  # by what was derived from them


def _checked(kind: type[Any], tag: str | None = None) -> type[Struct]:
    """A type that decodes what fits that dataclass and the limits of its fields."""
    if kind in _CHECKED:
        return _CHECKED[kind]
    hints = get_type_hints(kind, include_extras=True)
    fields: list[Any] = []
    for one in dataclasses.fields(kind):
        derived = _derived(hints[one.name])
        if one.default_factory is not dataclasses.MISSING:
            default = msgspec.field(default_factory=one.default_factory)
            fields.append((one.name, derived, default))
        elif one.default is not dataclasses.MISSING:
            fields.append((one.name, derived, one.default))
        else:
            fields.append((one.name, derived))
    tagged: dict[str, Any] = {} if tag is None else {"tag": tag, "tag_field": "t"}
    made = msgspec.defstruct(kind.__name__, fields, bases=(_Checked,), **tagged)
    _CHECKED[kind] = made
    _DATACLASSES[made] = kind
    return made


def _derived(annotation: Any) -> Any:
    """The annotation of a field with its limits as the decoder knows them."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return Annotated[_derived(parts[0]), *(_meta(limit) for limit in parts[1:])]
    if origin in (Union, types.UnionType):
        return Union[tuple(_derived(part) for part in parts)]  # noqa: UP007
    if origin is tuple:
        return types.GenericAlias(tuple, (_derived(parts[0]), ...))
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        return _checked(annotation)
    return annotation


def _meta(limit: Length | Between | Matching) -> Meta:
    if isinstance(limit, Length):
        return Meta(min_length=limit.least or None, max_length=limit.most)
    if isinstance(limit, Between):
        return Meta(ge=limit.least, le=limit.most)
    return Meta(pattern=limit.pattern)


def _as_dataclass(value: Any) -> Any:
    """What was decoded as the dataclass it was derived from."""
    if isinstance(value, tuple):
        return tuple(_as_dataclass(one) for one in value)
    kind = _DATACLASSES.get(type(value))
    if kind is None:
        return value
    fields = {name: _as_dataclass(getattr(value, name)) for name in value.__struct_fields__}
    return kind(**fields)


_INCOMING: Final = msgspec.json.Decoder(
    Union[tuple(_checked(kind, tag) for tag, kind in REQUESTS.items())]  # noqa: UP007
)
_LOOSE: Final = msgspec.json.Decoder(_Loose)


# ---- writing ----

_ENCODER: Final = msgspec.json.Encoder()


def write(message: PageMessage) -> str:
    """A message as text."""
    told = message_fields(message)
    view = told.get("view")
    if isinstance(view, GameView):
        inside = fields_of(view)
        inside["regions"] = _REGIONS.write(view.regions)
        told["view"] = inside
    return _ENCODER.encode(told).decode()


class _RegionEncoder:
    """The regions of the last position: they are most of a view, and the same for every viewer."""

    def __init__(self) -> None:
        self._last: tuple[RegionView, ...] = ()
        self._written = msgspec.Raw(b"[]")

    def write(self, regions: tuple[RegionView, ...]) -> msgspec.Raw:
        """The regions as JSON."""
        if regions is not self._last:
            self._last, self._written = regions, msgspec.Raw(_ENCODER.encode(regions))
        return self._written


_REGIONS: Final = _RegionEncoder()


def http_body(error: GameError) -> bytes:
    """An error as the body of an answer by HTTP."""
    return _ENCODER.encode(error_fields(error))
