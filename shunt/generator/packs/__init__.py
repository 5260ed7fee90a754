"""Packs of cards: chosen, ordered, written as folders, checked."""
