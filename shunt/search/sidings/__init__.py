"""The engine of the ruleset `sidings` (Inglenook and its kin)."""
