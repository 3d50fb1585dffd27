"""SVG to pixels, by Skia; where that finds no libGL on the machine, slowly by resvg.

What never changes in a match lies in a group of the class `ground`, which is drawn once
and kept. Where bytes are dear, what is only for the eye (class `decor`) and what words
say as well (below `data-fold`) is left out, and patterns become plain colours.
"""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO

import resvg_py
from PIL import Image

from engine.shape import folded, shape_of
from sse.platform.pictures.outlines import outlined

try:
    import skia
except ImportError:  # pragma: no cover - as the machine is
    skia = None

DEFINITIONS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
UNSEEN = re.compile(r'<path [^>]*?fill-opacity="0"[^>]*/>')  # where one points
SAID = re.compile(r"<(title|desc)>[^<]*</\1>")  # in words: another at every step
GROUND = re.compile(r'<g class="ground">(.*?)</g><!--ground-->', re.DOTALL)
DECOR = re.compile(r'<g class="decor">.*?</g><!--decor-->', re.DOTALL)
PATTERN = re.compile(
    r'<pattern id="([\w-]+)"[^>]*><rect[^>]*? fill="(#\w{6})"/>.*?</pattern>', re.DOTALL
)
COLOUR = re.compile(r'"(#[0-9a-f]{6})"')
MOST_COLOURS = 256
MOST_BYTES = 60_000  # in a letter
FAST, TIGHT = 5, 9  # ways to pack; the second takes eight times as long
BLENDS = {True: 32, False: 128}  # colours between ours: of edges, of the sky
SAMPLE = 8  # of so many columns and rows one chooses them


def png_of(svg: str, width: int = 600, small: bool = False) -> bytes:
    """A picture that any mail program shows: opaque, few colours; `small` in bytes."""
    svg = plain(svg) if small else svg
    drawn = few_colours(pixels_of(svg, width), svg, BLENDS[small])
    png = packed(drawn, FAST)
    return packed(drawn, TIGHT) if small and len(png) > MOST_BYTES else png


def packed(drawn: Image.Image, level: int) -> bytes:
    file = BytesIO()
    drawn.save(file, "png", compress_level=level)
    return file.getvalue()


def few_colours(drawn: Image.Image, svg: str, blends: int) -> Image.Image:
    """The colours that the SVG names, and the best of a sample of all others."""
    width, height = drawn.size
    few = drawn.resize(
        (width // SAMPLE or 1, height // SAMPLE or 1), Image.Resampling.NEAREST
    )
    best = few.quantize(
        blends, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    named = dict.fromkeys(COLOUR.findall(svg))
    chosen = [part for colour in named for part in bytes.fromhex(colour[1:])]
    chosen += (best.getpalette() or [])[: blends * 3]
    palette = Image.new("P", (1, 1))
    palette.putpalette(chosen[: MOST_COLOURS * 3])
    return drawn.quantize(palette=palette, dither=Image.Dither.NONE)


def plain(svg: str) -> str:
    """Without decoration, without patterns, and only what is above the fold."""
    svg = folded(DECOR.sub("", svg))
    for name, colour in PATTERN.findall(svg):
        svg = svg.replace(f"url(#{name})", colour)
    return svg


def pixels_of(svg: str, width: int) -> Image.Image:
    """The picture, so many pixels wide, on the ground that is kept of it."""
    svg = UNSEEN.sub("", SAID.sub("", svg))
    wide, high = shape_of(svg)
    size = (width, max(1, round(high * width / wide)))
    ground, definitions = GROUND.search(svg), DEFINITIONS.search(svg)
    if ground is None:
        white = Image.new("RGBA", size, "white")
        white.alpha_composite(draw(outlined(svg), size))
        return white.convert("RGB")
    head, rest = svg[: ground.start()], svg[ground.end() :]
    below = kept_ground(f"{head}{ground[1]}</svg>", size).copy()
    shared = definitions[0] if definitions and definitions[0] not in head + rest else ""
    above = draw(outlined(f"{head}{shared}{rest}"), size)
    below.alpha_composite(above)
    return below.convert("RGB")


@lru_cache(maxsize=32)
def kept_ground(svg: str, size: tuple[int, int]) -> Image.Image:
    return draw(outlined(svg), size)


def draw(svg: str, size: tuple[int, int]) -> Image.Image:
    """On nothing: what is not drawn stays transparent."""
    if skia is None:  # pragma: no cover - as the machine is
        png = resvg_py.svg_to_bytes(
            svg_string=svg, width=size[0], height=size[1], skip_system_fonts=True
        )
        return Image.open(BytesIO(bytes(png))).convert("RGBA")
    wide, high = shape_of(svg)
    surface = skia.Surface(*size)
    canvas = surface.getCanvas()
    canvas.scale(size[0] / wide, size[1] / high)
    picture = skia.SVGDOM.MakeFromStream(skia.MemoryStream(svg.encode(), True))
    picture.setContainerSize(skia.Size(wide, high))
    picture.render(canvas)
    straight = surface.toarray(
        colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kUnpremul_AlphaType
    )
    return Image.fromarray(straight)
