"""Facts and relationships over two clocks: the bitemporal rules."""

from kgrdf.statements.ledger import Ledger
from kgrdf.statements.planned import move_ended, sweep
from kgrdf.statements.verbs import (
    add_relationship,
    amend_statement,
    end_statement,
    find_statement,
    retract_statement,
    store_fact,
    supersede_fact,
    supersede_relationship,
)

__all__ = [
    "Ledger",
    "add_relationship",
    "amend_statement",
    "end_statement",
    "find_statement",
    "move_ended",
    "retract_statement",
    "store_fact",
    "supersede_fact",
    "supersede_relationship",
    "sweep",
]
