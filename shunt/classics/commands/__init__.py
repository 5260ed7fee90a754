"""Commands for the field's classics: Inglenook and Timesaver."""
