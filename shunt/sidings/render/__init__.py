"""Pictures of sidings."""
