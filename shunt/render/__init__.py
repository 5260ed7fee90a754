"""Pictures of boards and cards: one display list in millimetres, written as SVG and whatever else needs it."""
