"""What scenes and boards are written as: characters, pixels, animations, and in which colours."""
