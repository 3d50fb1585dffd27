"""Steps of a match as a film: an animated GIF, each step with what it tells above it.

All frames share one palette, and a frame holds only the rectangle that has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont, ImageOps

from engine.contract import visible
from engine.ranks import Rank
from engine.shape import shape_of
from engine.words import Narrator, Telling
from sse.archive.replay.frames import Replay
from sse.archive.replay.viewpoint import Eyes
from sse.matches.models import Match
from sse.matches.presentation import language_in
from sse.platform.pictures import pixels
from sse.platform.pictures.letters import PLAIN, pieces

WIDTH = 480  # of a film, at least
ROOMS = {"": (WIDTH, inf), "wide": (640, inf), "tall": (WIDTH, 800)}  # for the board
STRIP, LINE, MARGIN = 62, 17, 8  # of the caption above the board
SIZE = 12.5
PAUSE, LAST = 900, 4000  # milliseconds
MOST_BYTES = 4_000_000  # then everything becomes a little smaller
SAMPLES = 6  # frames that choose the colours between ours
MOST_NAMED = 160
HEADLINE = Rank.HEADLINE
PAPER, INK, SOFT = "#f4ead2", "#1f1b19", "#6b6257"


class Shot(NamedTuple):
    """One step: its board, and what is said of it."""

    number: int
    svg: str
    caption: str
    points: str = ""  # of everybody, and what the step has changed
    headlines: str = ""  # of the caption, for where it does not fit


def film_gif(
    match: Match,
    first: int,
    last: int,
    language: str,
    progress: Callable[[int], None] = lambda done: None,
    eyes: Eyes = None,
) -> bytes:
    """The film from one step to another, as these eyes saw it; silence is left out."""
    frames, total = [], last - first + 1
    colours: dict[str, None] = {}
    for count, shot in enumerate(shots(match, first, last, language, eyes)):
        frames.append(frame_image(shot))
        colours |= dict.fromkeys(pixels.COLOUR.findall(shot.svg))
        if count % 20 == 0:
            progress(5 + 85 * count // total)
    data = gif(frames, list(colours))
    while len(data) > MOST_BYTES:
        frames = [
            one.resize((one.width * 4 // 5, one.height * 4 // 5)) for one in frames
        ]
        data = gif(frames, list(colours))
    return data


def shots(
    match: Match, first: int, last: int, language: str, eyes: Eyes
) -> Iterator[Shot]:
    replay = Replay(match, eyes, language_in(match, language))
    before = points_in(match, replay.moment(first - 1).state) if first else []
    shown = ""
    for step in range(first, last + 1):
        moment, svg = replay.moment(step), replay.picture(step).svg
        now = points_in(match, moment.state)
        if svg != shown or visible(moment.events, eyes):
            points = points_line(replay.names(step), now, before or now)
            yield shot_of(step, svg, replay.tell(step), points)
        before, shown = now, svg


def shot_of(number: int, svg: str, telling: Telling, points: str) -> Shot:
    said, headlines = (
        " ".join(Narrator().say(told)) for told in (telling, telling.only(HEADLINE))
    )
    return Shot(number, pixels.plain(svg), said, points, headlines)


def points_in(match: Match, state: Any) -> list[int]:
    """By seat, as everybody sees them; nothing of a game that does not tell."""
    told = match.game.chronicle(match.game.view(state, None))
    return list(told.points) if told else []


def points_line(names: Sequence[str], now: Sequence[int], before: Sequence[int]) -> str:
    """Who has how many points; a caption may be cut, sums never are."""
    for letters in range(32, 1, -1):
        line = "   ".join(
            f"{shortened(name, letters)} {after}{signed_change(after - was)}"
            for name, after, was in zip(names, now, before, strict=False)
        )
        if length(line) <= WIDTH - 2 * MARGIN:
            break
    return line


def shortened(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def signed_change(points: int) -> str:
    return f" ({points:+d})".replace("-", "−") if points else ""


def frame_image(shot: Shot) -> Image.Image:
    shape = shape_of(shot.svg)
    room = shape.within(*ROOMS[shape.kind])
    board = pixels.pixels_of(shot.svg, round(room.width))
    width = max(WIDTH, board.width)
    whole = Image.new("RGB", (width, board.height + STRIP), PAPER)
    whole.paste(board, ((width - board.width) // 2, STRIP))
    draw = ImageDraw.Draw(whole)
    number = str(shot.number)
    left = MARGIN + length(number) + 8
    at = 6.0
    write(draw, (MARGIN, at), number, SOFT)
    for line in caption_lines(shot, width - left - MARGIN):
        write(draw, (left, at), line, INK)
        at += LINE
    write(draw, (MARGIN, 6 + 2 * LINE), shot.points, SOFT)
    return whole


def write(
    draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, colour: str
) -> None:
    """A line from its upper left corner; all its letters stand on one baseline."""
    x, base = place[0], place[1] + font(PLAIN).getmetrics()[0]
    for file, letters in pieces(text):
        draw.text((x, base), letters, colour, font(file), anchor="ls")
        x += font(file).getlength(letters)


def length(text: str) -> float:
    return sum(font(file).getlength(letters) for file, letters in pieces(text))


@cache
def font(file: Path) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, SIZE)


def caption_lines(shot: Shot, width: float) -> list[str]:
    """What the step tells, in two lines: all of it if that fits, else the headlines."""
    every = wrapped_lines(shot.caption, width, 2)
    is_whole = " ".join(every) == " ".join(shot.caption.split())
    if is_whole or not shot.headlines:
        return every
    return wrapped_lines(shot.headlines, width, 2)


def wrapped_lines(text: str, width: float, most: int) -> list[str]:
    """At most so many lines of whole words; what does not fit is left out."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if length(longer) <= width:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = with_ellipsis(lines[-1], width)
            break
    return lines


def with_ellipsis(line: str, width: float) -> str:
    while line and length(f"{line} …") > width:
        line = line.rpartition(" ")[0]
    return f"{line} …"


def gif(frames: Sequence[Image.Image], colours: Sequence[str]) -> bytes:
    """One palette for all; all of one size, as the biggest asks for."""
    size = max(d.width for d in frames), max(d.height for d in frames)
    palette = shared_palette(frames, size, colours[:MOST_NAMED])
    few = [
        padded(drawn, size).quantize(palette=palette, dither=Image.Dither.NONE)
        for drawn in frames
    ]
    times = [PAUSE] * (len(few) - 1) + [LAST]
    options = {"duration": times if len(times) > 1 else LAST, "loop": 0, "disposal": 1}
    file = BytesIO()
    few[0].save(file, "gif", save_all=True, append_images=few[1:], **options)
    return file.getvalue()


def padded(drawn: Image.Image, size: tuple[int, int]) -> Image.Image:
    (wide, high), (width, height) = size, drawn.size
    return ImageOps.expand(drawn, (0, 0, wide - width, high - height), PAPER)


def shared_palette(
    frames: Sequence[Image.Image], size: tuple[int, int], colours: Sequence[str]
) -> Image.Image:
    """The colours that boards name, and the best of a few frames between them."""
    step = max(1, len(frames) // SAMPLES)
    few = [padded(drawn, size).reduce(2) for drawn in frames[::step]]
    sheet = Image.new("RGB", (few[0].width, few[0].height * len(few)))
    for place, drawn in enumerate(few):
        sheet.paste(drawn, (0, place * few[0].height))
    blends = 255 - len(colours)
    best = sheet.quantize(blends, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    chosen = [part for colour in colours for part in bytes.fromhex(colour[1:])]
    palette = Image.new("P", (1, 1))
    palette.putpalette(chosen + (best.getpalette() or [])[: blends * 3])
    return palette
