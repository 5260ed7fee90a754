"""A stand-in for the objects of JMRI that scripts use, and a railway behind it whose trains roll where its turnouts lead.

The railway knows its tracks from `TRACK`, written by hand, not from the layout that was imported: from a space in a direction the
next space, or a turnout with what is beyond it in either state.
"""

import sys
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from unittest.mock import patch

CLOSED, THROWN = 2, 4
Beyond = str | tuple[str, str, str] | None  # a space, a turnout with what is beyond it closed and thrown, or the end of track
Tracks = Mapping[str, tuple[Beyond, Beyond]]


class Turnout:
    """A turnout that moves at once, or never confirms if it is `stuck`."""

    CLOSED, THROWN = CLOSED, THROWN

    def __init__(self, stuck: bool = False) -> None:
        self.state, self.stuck = 1, stuck  # 1 is unknown

    def setCommandedState(self, state: int) -> None:
        self.state = 1 if self.stuck else state

    def getKnownState(self) -> int:
        return self.state


class Throttle:
    """A throttle that remembers what it was told."""

    def __init__(self) -> None:
        self.forward, self.speeds = True, [0.0]

    def setIsForward(self, forward: object) -> None:
        self.forward = bool(forward)

    def setSpeedSetting(self, speed: float) -> None:
        self.speeds.append(speed)


class Railway:
    """Trains on tracks; side 0 of every space is left, side 1 right, and locomotives face right."""

    def __init__(self, tracks: Tracks, pieces: Mapping[str, str], turnouts: Mapping[str, Turnout]) -> None:
        self.tracks, self.places, self.turnouts = tracks, dict(pieces), turnouts

    def next(self, space: str, side: int) -> str | None:
        """The space beyond a side, as the turnouts lead now; an error if a turnout in between leads elsewhere."""
        beyond = self.tracks[space][side]
        while isinstance(beyond, tuple):
            name, closed, thrown = beyond
            found = {CLOSED: closed, THROWN: thrown}[self.turnouts[name].state]
            assert found, f"a train runs through {name} against its points"
            beyond = found if found in self.tracks else self.tracks["|" + found][0]
        return beyond

    def roll(self, locomotive: str, to: str, side: int, pulled: list[str]) -> None:
        """Roll a locomotive with what it pulls to a space, pushing what it meets."""
        train = [locomotive, *pulled]
        for _ in range(60):
            if self.places[locomotive] == to:
                return
            self._step(train, side)
        raise AssertionError(f"{locomotive} never comes to {to}")

    def _step(self, train: list[str], side: int) -> None:
        head = self.places[train[0]]
        ahead = self.next(head, side)
        assert ahead is not None, "a train runs off its track"
        met = next((piece for piece, place in self.places.items() if place == ahead), None)
        if met is not None:
            self._step([met], side)
        for piece in train:
            ahead, self.places[piece] = self.places[piece], ahead


def run_script(text: str, railway: Railway, driver: Callable[[str, dict[int, Throttle]], bool]) -> list[str]:
    """Run a script as JMRI does; `driver` answers each prompt, OK or Cancel. Return what was said at the end."""
    throttles = {}
    said = []

    class AbstractAutomaton:
        """A script's thread, run at once."""

        def start(self) -> None:
            while self.handle():  # type: ignore[attr-defined]
                pass

        def waitMsec(self, time: int) -> None:
            assert time > 0

        def getThrottle(self, address: int, is_long: bool) -> Throttle:
            assert is_long == (address > 127)
            return throttles.setdefault(address, Throttle())

    dialogs = SimpleNamespace(OK_CANCEL_OPTION=2, OK_OPTION=0)
    dialogs.showConfirmDialog = lambda parent, text, title, kind: 0 if driver(text, throttles) else 2
    dialogs.showMessageDialog = lambda parent, text: said.append(text)
    automat = SimpleNamespace(AbstractAutomaton=AbstractAutomaton)
    jmri = SimpleNamespace(Turnout=Turnout, jmrit=SimpleNamespace(automat=automat))
    swing = SimpleNamespace(JOptionPane=dialogs)
    modules = {"jmri": jmri, "javax": SimpleNamespace(swing=swing), "javax.swing": swing}
    with patch.dict(sys.modules, modules):
        exec(compile(text, "script.py", "exec"), {"turnouts": SimpleNamespace(getTurnout=railway.turnouts.get)})
    return said
