"""`shunt.widget`: a card, a pack or a hump yard to be played in a notebook, by the player of the pages.

The widget is a frame that holds the page which `shunt.page` writes, so what a page can do, it can do, without a network. Results
are kept in the notebook's own storage of the browser.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shunt.cards.card import Card
from shunt.errors import InputError, number_faults, raise_faults
from shunt.files.reading import StrPath
from shunt.files.version import to_install
from shunt.hump.yard import Yard
from shunt.pages.page import page

HEIGHT = 640  # pixels

FRAME = """
export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.title = model.get("title");
    frame.style.cssText = "width:100%;border:0;display:block";
    let address = "";
    const show = () => {
      frame.style.height = `${model.get("height")}px`;
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(new Blob([model.get("page")], { type: "text/html" }));
      frame.src = address;
    };
    model.on("change:page", show);
    model.on("change:height", show);
    show();
    el.append(frame);
    return () => URL.revokeObjectURL(address);
  },
};
"""
"""The module of JavaScript that Jupyter loads: the page goes into a frame, where its styles cannot meet those of the notebook."""


def widget(what: Card | Yard | StrPath | Iterable[Card], *, height: int = HEIGHT, title: str = "") -> Any:
    """Return a Jupyter widget for playing one or more cards, a pack or a hump yard. `height` is in pixels.

    It needs the `notebook` extra. Raise `InputError` if the extra is not installed, and any error that `shunt.page` raises.
    """
    raise_faults(number_faults("height", height, least=100))
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise InputError("widget", "a widget needs anywidget", to_install("notebook")) from None

    class PlayerWidget(anywidget.AnyWidget):
        """The page as a value that Jupyter sends to the browser."""

        _esm = FRAME
        page = traitlets.Unicode().tag(sync=True)
        title = traitlets.Unicode().tag(sync=True)
        height = traitlets.Int().tag(sync=True)

    return PlayerWidget(page=page(what, title=title), title=title or "shunt", height=height)
