"""Pictures of hump yards: drawings, terminal pictures and charts."""
