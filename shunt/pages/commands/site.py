"""`shunt site`: packs and cards as a static site."""

from __future__ import annotations

import click

from shunt.cli import options, output
from shunt.cli.progress import watching
from shunt.paper.commands.addresses import web_address


@click.command("site")
@options.shipped_argument("what", "PACK|FOLDER|CARD...", "cards", nargs=-1, required=True)
@options.folder_option("Folder to write.", default="cards_out/site", may_be_file=True)
@options.text_option("--title", "TEXT", "Title of the site. Default: the title of the pack.", default="")
@options.text_option(
    "--url", "URL", "Address of the site, such as https://example.org/shunt/, for the links in its feed.", default=""
)
@options.text_option("--date", "YYYY-MM-DD", "Last day of the feed. Default: today, UTC.", "day")
@options.work_limit_options
def command(what: tuple[str, ...], folder: str, title: str, url: str, day: str | None) -> None:
    """Write packs and cards as a static site for any web host. The site can also be opened from disk.

    The front page shows all cards, with filters for tier, board and moves, and the daily cards of today and earlier
    days. Every card can be played on a page of its own. PDF files in a pack's folder (see `shunt print`) are offered
    for printing. feed.xml is an Atom feed of the daily cards. The folder must be empty or contain an earlier site,
    which is replaced.

    \b
    Examples:
      shunt site first-forty -o cards_out/site
      shunt site first-forty box-forty --title "Shunting puzzles" --url https://example.org/shunt/

    Exit status: 0 if the site is written, 3 if a limit was reached and nothing was written.
    """
    from shunt.generator.commands.daily import day_named

    until = day_named(day)
    address = web_address(url)
    with watching() as progress:
        from shunt.pages.collection import collect
        from shunt.pages.site import write_site

        collection = collect(what, title)
        with output.parameters_as():
            files = write_site(collection, folder, until, address, progress.show)
    output.say(f"{folder}: {output.counted(len(collection.entries), 'cards')}, {output.counted(files, 'files')}; open index.html")
