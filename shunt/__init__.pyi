"""The names that `import shunt` promises: this list is read by type checkers, and by `files/lazy.py` at run time."""

from shunt import hump as hump
from shunt.cards.card import Card as Card
from shunt.cards.card import Ranks as Ranks
from shunt.cards.card import RouteCard as RouteCard
from shunt.cards.files import load_card
from shunt.cards.flooded import Flood as Flood
from shunt.cards.play import Game as Game
from shunt.cards.play import LegalMoves as LegalMoves
from shunt.cards.solution import Solution as Solution
from shunt.cards.state_graph import CardGraph as CardGraph
from shunt.cards.stop import Stop as Stop
from shunt.cards.stop import StopKind as StopKind
from shunt.cards.writing import save_card
from shunt.classics.pddl.export import plan_moves as plan_moves
from shunt.classics.pddl.export import to_pddl
from shunt.errors import CardError as CardError
from shunt.errors import Fault as Fault
from shunt.errors import IllegalMoveError as IllegalMoveError
from shunt.errors import InputError as InputError
from shunt.errors import LayoutError as LayoutError
from shunt.errors import NotationError as NotationError
from shunt.errors import ShuntError as ShuntError
from shunt.errors import TooLargeError as TooLargeError
from shunt.files.library import card_names as card_names
from shunt.files.library import layout_names as layout_names
from shunt.files.library import yard_names as yard_names
from shunt.generator.canonical import canonical_id as canonical_id
from shunt.generator.catalogue.store import Catalogue as Catalogue
from shunt.generator.forge.run import NoSuchCardError as NoSuchCardError
from shunt.generator.forge.run import generate as generate
from shunt.generator.forge.run import generate_many as generate_many
from shunt.generator.packs.pack import Pack as Pack
from shunt.generator.rating.rate import Rating as Rating
from shunt.generator.rating.rate import rate as rate
from shunt.generator.rating.unrated import UnratableError as UnratableError
from shunt.hump.yard import Yard as Yard
from shunt.pages.page import page as page
from shunt.pages.widget import widget as widget
from shunt.paper.products import pdf as pdf
from shunt.railways.importing import export_jmri as export_jmri
from shunt.railways.importing import import_layout as import_layout
from shunt.render.values import svg as svg
from shunt.render.values import svg_solution as svg_solution
from shunt.render.values import svg_steps as svg_steps
from shunt.rules.goal import Goal as Goal
from shunt.rules.moves import Move as Move
from shunt.rules.moves import TrainMove as TrainMove
from shunt.rules.moves import TurntableStep as TurntableStep
from shunt.rules.moves import parse_move as parse_move
from shunt.rules.moves import parse_moves as parse_moves
from shunt.rules.position import Position as Position
from shunt.rules.position import Roster as Roster
from shunt.rules.ruleset import MoveMade as MoveMade
from shunt.rules.ruleset import replay as replay
from shunt.rules.switcher import Switcher as Switcher
from shunt.search.core.limits import LimitReached as LimitReached
from shunt.search.core.limits import Limits as Limits
from shunt.search.flood import flood_card
from shunt.search.methods.shortest_solutions import Solutions as Solutions
from shunt.search.solutions import solutions as solutions
from shunt.search.solve import solve as solve
from shunt.search.tablebase.format import TablebaseError as TablebaseError
from shunt.search.tablebase.reader import Tablebase as Tablebase
from shunt.search.unsolvable.reasons import Reasons as Reasons
from shunt.search.unsolvable.reasons import explain_unsolvable as explain_unsolvable
from shunt.sidings.cards.card import SidingsCard as SidingsCard
from shunt.sidings.rules.referee import Sidings as Sidings
from shunt.sidings.rules.referee import SidingsGoal as SidingsGoal
from shunt.sidings.rules.referee import SidingsMove as SidingsMove
from shunt.sidings.rules.referee import SidingsPosition as SidingsPosition
from shunt.track.layout import Layout as Layout
from shunt.track.layout import Mark as Mark
from shunt.track.layout import SidingsLayout as SidingsLayout
from shunt.track.layout_file import load_layout as load_layout
from shunt.track.plan import End as End
from shunt.track.plan import Plan as Plan
from shunt.track.turntable import Turntable as Turntable

load = load_card
save = save_card
flood = flood_card
export_pddl = to_pddl
