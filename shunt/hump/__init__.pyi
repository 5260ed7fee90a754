"""The names of `shunt.hump`: this list is read by type checkers, and by `files/lazy.py` at run time."""

from shunt.files.library import yard_names as yard_names
from shunt.hump.adviser import BidValue as BidValue
from shunt.hump.adviser import LengthAdvice as LengthAdvice
from shunt.hump.adviser import Opponent as Opponent
from shunt.hump.adviser import TileValue as TileValue
from shunt.hump.adviser import advise as advise
from shunt.hump.adviser import best_tiles as best_tiles
from shunt.hump.bids import BidCheck as BidCheck
from shunt.hump.bids import BidStep as BidStep
from shunt.hump.bids import BidTable as BidTable
from shunt.hump.bids import bid_table as bid_table
from shunt.hump.bids import check_bid as check_bid
from shunt.hump.bids import judge_bid as judge_bid
from shunt.hump.designer import Design as Design
from shunt.hump.designer import design as design
from shunt.hump.moves import Judgement as Judgement
from shunt.hump.rules import MoveRules as MoveRules
from shunt.hump.yard import PlacedTile as PlacedTile
from shunt.hump.yard import Yard as Yard
from shunt.hump.yard_file import find_yard, write_yard

load = find_yard
save = write_yard
