"""HTML to PDF by WeasyPrint: no network, the same bytes for the same input.

Pictures stand in the HTML as `<img src="picture:3">`. WeasyPrint lays out an empty
image there; when the PDF is finished the picture's own operators take its place.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pydyf
import structlog
from PIL import Image

from sse.archive.pdf.outlines import Unknown
from sse.archive.pdf.vectors import Drawing, Pictures, dictionary
from sse.platform.environment import RESOURCES
from sse.platform.pictures.letters import legible

FONTS = Path(__file__).parent / "fonts"
SANS = Path(__file__).parent.parent.parent / "platform/pictures/fonts"
STYLE = RESOURCES / "templates/pdf/booklet.css"
DOTS = 1400  # across a picture that has to be printed from pixels
SIZES = {"a4": ("A4", "297mm"), "letter": ("letter", "279.4mm")}  # how high a cover is
log = structlog.get_logger()


class Attached(NamedTuple):
    name: str
    text: str
    description: str
    at: datetime


def fetcher() -> Any:
    """Gives out fonts and places for pictures, and nothing else there is."""
    from weasyprint.urls import URLFetcher

    class Ours(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            return resource(url)

    return Ours(fail_on_errors=True)


def resource(url: str) -> Any:
    from weasyprint.urls import URLFetcherResponse

    scheme, _, name = url.partition(":")
    if scheme == "font":
        folder = SANS if (SANS / name).is_file() else FONTS
        data, kind = (folder / Path(name).name).read_bytes(), "font/ttf"
    elif scheme == "picture":
        data, kind = empty_image(int(name)), "image/png"
    else:
        raise ValueError(f"a booklet fetches nothing, and so not {url}")
    return URLFetcherResponse(url, data, {"Content-Type": kind})


@cache
def empty_image(number: int) -> bytes:
    """One that tells by its width which picture belongs there."""
    file = BytesIO()
    Image.new("L", (number + 1, 1)).save(file, "png")
    return file.getvalue()


@cache
def printer() -> tuple[Any, Any, Any]:
    """Fonts and style, read once in a process: that takes as long as some pages."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts, ours = FontConfiguration(), fetcher()
    style = STYLE.read_text(encoding="utf-8")
    atexit.register(printer.cache_clear)  # while Pango is still there to close them
    return ours, fonts, CSS(string=style, font_config=fonts, url_fetcher=ours)


def pdf_of(
    html: str,
    pictures: Sequence[Drawing],
    paper: str = "a4",
    attached: Sequence[Attached] = (),
    identity: str = "",
) -> bytes:
    """The pages, tagged, with bookmarks, fonts and files inside."""
    from weasyprint import CSS, HTML, Attachment

    ours, fonts, style = printer()
    name, high = SIZES[paper]
    size = CSS(string=f"@page {{ size: {name} }} .cover {{ height: {high} }}")
    files = [
        Attachment(
            string=file.text,
            name=file.name,
            description=file.description,
            created=file.at,
            modified=file.at,
            relationship="Data",
            url_fetcher=ours,
        )
        for file in attached
    ]
    options = {"stylesheets": [style, size], "pdf_variant": "pdf/ua-1"}
    page = HTML(string=legible(html), url_fetcher=ours, base_url="picture:")
    document = page.render(font_config=fonts, **options)
    del page
    gc.collect()  # what laying out has left behind is a tenth of all memory
    made: bytes = document.write_pdf(
        pdf_identifier=identity.encode() or None,
        attachments=files,
        finisher=lambda written, pdf: finish_pdf(written, pdf, pictures),
        **options,
    )
    return made


def finish_pdf(document: Any, pdf: pydyf.PDF, pictures: Sequence[Drawing]) -> None:
    """Pages that are written need no boxes: pictures take their room."""
    document.pages.clear()
    gc.collect()
    canvas = Pictures(pdf)
    for place in list(pdf.objects):
        if is_empty_image(place):
            picture = pictures[place.extra["Width"] - 1]
            try:
                canvas.fill(place, picture)
            except Unknown as error:
                log.warning("picture printed from pixels", unknown=str(error))
                put_pixels(place, picture)


def is_empty_image(made: pydyf.Object) -> bool:
    return (
        isinstance(made, pydyf.Stream)
        and made.extra.get("Subtype") == "/Image"
        and made.extra.get("Height") == 1
    )


def put_pixels(place: pydyf.Stream, picture: Drawing) -> None:
    # Skia is big, and hardly ever needed here.
    from sse.platform.pictures import pixels_of

    drawn, file = pixels_of(picture.svg, DOTS), BytesIO()
    high = round(DOTS * picture.height / picture.width)
    drawn.crop((0, 0, DOTS, high)).save(file, "jpeg", quality=85, optimize=True)
    place.stream, place.compress = [file.getvalue()], False
    place.extra = dictionary(
        Type="/XObject",
        Subtype="/Image",
        Filter="/DCTDecode",
        ColorSpace="/DeviceRGB",
        BitsPerComponent=8,
        Width=DOTS,
        Height=high,
    )
