"""The companion of a real table of Hump Yard: entries checked by the rules, questions, and records that are saved."""

import random
from dataclasses import replace

import pytest

from shunt.errors import InputError
from shunt.games.bots import RandomBot
from shunt.games.companion import Log
from shunt.games.protocol import CHANCE, drawn
from shunt.hump.bids import check_bid
from shunt.hump.game.companion import WORDS, HumpCompanion
from shunt.hump.game.game import HumpGame
from shunt.hump.tiles import COLOURS
from shunt.render.characters import Picture

OPENING = [
    "start Ben",
    "tiles 62 45 10",
    "build 62r1@2,-1",
    "Cleo build 45@2,1",
    "anna build 10@0,1",
    "cars red blue",
    "Ben bid 2:4",
    "extend red",
    "3 bid 3:8",
    "player 1 bid 3:6",
    "order blue red red",
]


@pytest.fixture
def log():
    """A table of Anna, Ben and Cleo."""
    return Log(HumpCompanion(names=["Anna", "Ben", "Cleo"], branches=["up", "down", "up"], longest=4))


def entered(log, *texts):
    for text in texts:
        log.enter(text)
    return log


def answered(log, text):
    return [part if isinstance(part, str) else "picture" for part in log.companion.answer(log.state, text)]


def test_a_turn_is_followed_from_the_start_to_the_token(log):
    entered(log, *OPENING)
    assert (log.state.phase, log.state.waiting, log.state.start) == ("attempt", (0, 2), 1)
    assert [str(yard) for yard in log.state.yards] == ["5u_10@0,1", "5d_62r1@2,-1", "5u_45@2,1"]
    assert log.lines()[-4:] == [
        "train: red blue red",
        "bids: Ben 2:4, Cleo 3:8, Anna 3:6",
        "order wanted: blue red red",
        "now: Anna tries in at most 6 moves, then Cleo (8) (sorted MOVES, moves …, failed or optimum)",
    ]
    before = log.state
    entered(log, "failed", "sorted 7")
    assert (log.state.points, log.state.turn, log.state.start) == ((0, 0, 3), 2, 0)
    assert [attempt.taken for attempt in log.state.attempts] == [0, 7]
    report = log.companion.reported(log.companion.entered(before, "failed"), log.state)
    assert report[0] == "Cleo sorts blue red red in 7 moves (bid 8)"
    assert "a shortest solution, 4 moves:" in report
    assert report[-2:] == [
        "Cleo wins 3 car cards; further cards revealed are discarded",
        "the token goes to Anna: fewest cards, of Anna, Ben the first clockwise from Ben",
    ]


def test_the_shorter_train_is_shuffled_after_all_have_failed(log):
    entered(log, *OPENING, "failed", "failed")
    assert log.lines()[-1] == "now: order COLOUR COLOUR, the shuffled cards of red blue"
    entered(log, "order red blue", "optimum")
    assert log.state.points == (0, 2, 0)


def test_moves_are_checked_by_the_referee(log):
    entered(log, *OPENING)
    moves = [step.notation for step in check_bid(log.state.yards[0], log.state.train, log.state.order).solution]
    with pytest.raises(InputError, match=r"move 2: .* on "):
        log.enter(f"moves {moves[0]}; {moves[0]}")
    with pytest.raises(InputError, match="not a move"):
        log.enter("moves nonsense")
    entered(log, f"Anna moves {'; '.join(moves)}")
    assert (log.state.points, log.state.attempts[-1].typed) == ((3, 0, 0), tuple(moves))
    report = log.companion.reported(log.companion.entered(log.state, "tiles 62 62 62"), log.state)
    assert report == []


@pytest.mark.parametrize(
    ("entries", "text", "words"),
    [
        (0, "start Zoe", "no player 'Zoe' .one of Anna, Ben, Cleo"),
        (0, "tiles 62 45 10", "tiles cannot be entered now .now: start NAME"),
        (1, "tiles 62 99 10", "unknown tile 99 .one of 0 3"),
        (1, "tiles 62 45", "2 tiles .one for each of the 3 players"),
        (1, "tiles 62 62 62 62 62", "tile 62 cannot be revealed 5 ×: 4 of 4 are left"),
        (1, "Anna tiles 62 45 10", "tiles is not of one player"),
        (2, "Anna build 62@1,1", "it is the turn of Ben; Anna builds later"),
        (2, "build 62@9,9", "9,9 shares no edge with the yard of Ben; free beside it: 0,-1"),
        (2, "build nonsense", "cannot be read"),
        (3, "Ben build 45@1,1", "it is the turn of Cleo; Ben has built already"),
        (5, "cars red", "1 car cards .2 are revealed"),
        (5, "cars red purple", "unknown colour purple .one of red orange yellow green blue"),
        (6, "Cleo bid 2:4", "it is the turn of Ben; Cleo bids later"),
        (6, "bid two", "cannot be read"),
        (6, "sorted 3", "sorted cannot be entered now .now: Ben bids"),
        (7, "Ben pass", "it is the turn of Cleo; Ben has bid 2:4"),
        (7, "extend", "the card revealed is missing"),
        (8, "pass", "Cleo extended the train, and must bid on all its 3 cars"),
        (10, "order blue blue red", "order"),
        (10, "order blue red", "the same cars as in the train"),
        (11, "sorted 3", "at least 4 moves are needed in this yard"),
        (11, "sorted 7", "the bid was 6 moves; an attempt that takes more has failed"),
        (11, "sorted", "is not a number of moves"),
        (11, "Ben failed", "it is the turn of Anna; Ben has tried already or has no bid on this train"),
        (11, "give up", "'give up' is not an entry"),
        (11, "", "is not an entry"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_expected(log, entries, text, words):
    entered(log, *OPENING[:entries])
    before = log.state
    with pytest.raises(InputError, match=words):
        log.enter(text)
    assert log.state == before
    assert len(log.entries) == entries


def test_a_number_of_moves_that_no_yard_allows_is_refused(log):
    entered(log, *OPENING[:6], "bid 2:1", "pass", "pass", "order blue red")
    with pytest.raises(InputError, match="it is proven that 1 move is not enough in this yard: a move broke a rule"):
        log.enter("sorted 1")


def test_questions_are_answered_and_not_entered(log):
    entered(log, *OPENING[:2])
    assert answered(log, "advise")[0] == "advice for Ben:"
    assert answered(log, "advise Cleo")[-1].startswith("best: build ")
    assert answered(log, "tiles") == ["tiles on offer, unturned:", "picture"]
    assert answered(log, "yard Anna") == ["yard of Anna:", "picture"]
    assert answered(log, "yards").count("picture") == 3
    assert answered(log, "judge") == ["no order is wanted now; bids are judged when it is known"]
    assert answered(log, "table") == ["Ben:", "  no car is revealed yet; chances are known once the train is"]
    entered(log, *OPENING[2:])
    assert answered(log, "judge") == [
        "Anna bid 6 moves: holds, the fewest are 4 moves",
        "Cleo bid 8 moves: holds, the fewest are 4 moves",
    ]
    assert answered(log, "solution")[0] == "Anna: 4 moves, and not fewer"
    assert answered(log, "solution 2")[0] == "Ben: 4 moves, and not fewer"
    assert answered(log, "table Anna")[1] == "  2 cars (red blue): 1 move 50%, 4 moves 100%"
    assert answered(log, "tiles") == ["no tiles are on offer now"]
    assert log.companion.answer(log.state, "failed") is None
    assert log.companion.choices(log.state)[0] == "sorted MOVES"
    with pytest.raises(InputError, match="no player 'Zoe'"):
        log.companion.answer(log.state, "advise Zoe")
    assert log.entries == OPENING


def test_a_yard_is_drawn_again_when_it_was_built(log):
    entered(log, *OPENING[:2])
    before = log.state
    entered(log, "build 62r1@2,-1")
    words, picture = log.companion.reported(before, log.state, unicode=False)
    assert words == "yard of Ben:"
    assert isinstance(picture, Picture)
    assert picture.plain().isascii()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": 5}, "2 to 4"),
        ({"players": "3"}, "2 to 4"),
        ({"names": ["Anna"]}, "2 to 4 players, not 1"),
        ({"names": ["Anna", "anna"]}, "two names are equal"),
        ({"names": ["Anna", "Ben"], "players": 3}, "2 names for 3 players"),
        ({"names": ["Anna", "2"]}, "'2' is not a name"),
        ({"names": ["Anna", "pass"]}, "is a word of the prompt"),
        ({"names": ["Anna", 7]}, "7 is not a name"),
        ({"start": 2}, "0 to 1"),
        ({"branches": "left"}, "up or down"),
        ({"by_hand": [0]}, "leave it out"),
        ({"names": "Anna"}, "a list of names"),
        ({"branches": 7}, "up or down"),
        ({"frob": 1}, "frob: unknown setting"),
    ],
)
def test_bad_settings(settings, words):
    with pytest.raises(InputError, match=words):
        HumpCompanion(**settings)


def test_every_word_of_the_help_is_kept_from_names():
    lines = [line.removeprefix("  ").removeprefix("[NAME] ") for line in HumpCompanion.help.splitlines()]
    words = {line.split()[0] for line in lines if line[:1].islower()}
    assert {"tiles", "failed", "judge"} <= words <= set(WORDS)


@pytest.mark.parametrize("seed", range(2))
def test_any_game_can_be_followed_to_its_end(seed):
    game = HumpGame(3, turns=2, longest=4, start=None)
    log = Log(HumpCompanion(players=3, turns=2, longest=4))
    chance, state, pending = random.Random(seed), game.initial(), []
    words = {"tiles": "tiles", "cars": "cars", "shuffle": "order"}
    while not game.is_over(state):
        player, phase = game.to_act(state), state.phase
        if player != CHANCE:
            action = RandomBot(chance.getrandbits(32)).choose(game, state, player)
            state = game.act(state, action)
            if action.what != "extend":
                log.enter(f"{player + 1} {game.action_text(action)}")
            continue
        extending, outcome = state.extended, drawn(game, state, chance)
        state = game.act(state, outcome)
        if outcome.what == "start":
            log.enter(f"start {int(outcome.name) + 1}")
        elif extending and phase == "cars":
            log.enter(f"extend {outcome.name}")
        else:
            pending.append(outcome.name)
            if state.phase != phase or not state.order and phase == "shuffle":
                log.enter(f"{words[phase]} {' '.join(pending)}")
                pending = []
        while log.state.phase == "attempt":
            log.enter("optimum")
    assert log.state == state
    assert log.lines()[-1].startswith("won by ")


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_followed_from_the_beginning_of_any_turn(seed):
    game, chance, played = HumpGame(3, longest=4), random.Random(seed), []
    state = game.initial()
    while state.turn < 6 or state.phase != "tiles":
        player = game.to_act(state)
        bot = RandomBot(chance.getrandbits(32))
        state = game.act(state, drawn(game, state, chance) if player == CHANCE else bot.choose(game, state, player))
        if state.phase == "tiles" and not state.offer:
            played.append(state)
    for begun in played:
        gone = {colour: 8 - number for colour, number in zip(COLOURS, begun.deck, strict=True)}
        table = {"yards": list(map(str, begun.yards)), "points": list(begun.points), "gone": gone, "start": begun.start}
        log = Log(HumpCompanion(3, longest=4, **table))
        assert log.state == replace(begun, attempts=())
        assert HumpCompanion(**log.companion.settings).begin() == log.companion.begin()


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"yards": ["5u"]}, "one for each of the 2 players"),
        ({"yards": ["5u", "4u"]}, "the game has 5"),
        ({"yards": ["5u", "rails"]}, "not the beginning of a yard"),
        ({"yards": ["5u_" + "_".join(f"57@{column},1" for column in range(5)), "5u"]}, "tile 57 is built 5 times"),
        ({"points": [3, 0], "gone": {"red": 2}}, "3 car cards won, but 2 cards gone"),
        ({"points": [-1, 0]}, "has won"),
        ({"gone": {"purple": 1}}, "unknown colour"),
        ({"gone": {"red": 9}}, "8 car cards of a colour"),
        ({"gone": dict.fromkeys(COLOURS, 8)}, "too few car cards are left"),
        ({"gone": ["red"]}, "car cards by their colour"),
        ({"turn": 21}, r"turn 21 of a game of 20 turns \(1 to 20\)"),
        ({"turn": "two"}, "turn 'two' of a game of 20"),
    ],
)
def test_a_table_that_cannot_be_is_refused(table, words):
    with pytest.raises(InputError, match=words):
        HumpCompanion(2, **table)


NINES = "9" * 5000
HOSTILE = ["\x1b[2J", NINES, "player", "player 9", "moves", "moves ;;", "sorted -1", "sorted ٣", "bid 3:", "cars", "order"]
HOSTILE += [f"{word} {NINES}" for word in ("start", "tiles", "build", "bid", "extend", "order", "sorted", "advise")]
HOSTILE += ["\0", f"{NINES} pass", f"build 62@{'9' * 18},1", "cars red red red", "tiles 62", "failed now", "pass pass"]


@pytest.mark.parametrize("entries", [0, 2, 6, 11])
def test_no_text_breaks_the_prompt(log, entries):
    entered(log, *OPENING[:entries])
    for text in HOSTILE:
        with pytest.raises(InputError):
            log.companion.answer(log.state, text) or log.companion.entered(log.state, text)
    assert len(log.entries) == entries
