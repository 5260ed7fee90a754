"""Files that once ended in something else than an `InputError`, by the reader that read them; they are read in every run."""

CORPUS = [
    (
        "log of tiles",
        b'{"schema": "shunt-log/1", "game": "tiles", "entries": [], "settings": {"game": "tiles", "options": "A"}}',
    ),
    ("card", b"a" + b".a" * 30_000 + b" = 1"),
    ("card as JSON", b'{"a": ' + b"[" * 100_000),
    ("card as JSON", b'{"schema": "shunt-card/' + b"9" * 5000 + b'"}'),
    ("card as JSON", b'{"schema": "shunt-card/1", "name": "a", "ruleset": "switcher", "about": {"x": null}}'),
    ("exported lines", b"\xff\xfe\n"),
    ("exported lines", b'{"card": ' + b"[" * 100_000),
    ("exported lines", b'{"card": {"name": "\\ud800"}}'),
    ("saved game of tiles", b'{"schema": "shunt-match/1", "a": ' + b"[" * 100_000),
    ("saved game of tiles", b'{"schema": "shunt-match/1", "seed": ' + b"9" * 5000 + b"}"),
    ("search for a yard", b'{"schema": "shunt-design/1", "step": ' + b"9" * 5000 + b"}"),
    ("manifest", b'schema = "shunt-pack/1"\nname = 3\norder = "x"\nsha256 = []\n'),
]
