"""The puzzle as a document: route cards, their files, and what is printed on their backs."""
