"""The commands of the wing: `import`, what `check` asks for, and the JMRI script of `export`."""
