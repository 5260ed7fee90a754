"""The perfect index of all arrangements, floods over it, and tables of distances."""
