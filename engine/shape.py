"""The shape of a picture: how wide and high it is, as its own SVG says."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.drawing import above_fold

HEAD = re.compile(
    r'(<svg [^>]*?)width="([\d.]+)" height="([\d.]+)" viewBox="[^"]*"'
    r'(?: data-fold="([\d.]+)")?'
)
WIDE, TALL = 1.3, 2.4  # from here on a page is laid out in another way


class Shape(NamedTuple):
    """In pixels, as the picture is drawn; or in any other unit, as it is shown."""

    width: float
    height: float

    @property
    def kind(self) -> str:
        """`wide`, `tall`, or nothing for what is about as wide as high."""
        if self.width >= WIDE * self.height:
            return "wide"
        return "tall" if self.height >= TALL * self.width else ""

    def times(self, share: float) -> Shape:
        return Shape(self.width * share, self.height * share)

    def within(self, width: float, height: float) -> Shape:
        """As big as there is room for."""
        return self.times(min(width / self.width, height / self.height))


def shape_of(svg: str) -> Shape:
    """Return the shape of a picture that `drawing.svg` wrote."""
    found = HEAD.match(svg)
    assert found is not None, "a picture says its width and height first"
    return Shape(float(found[2]), float(found[3]))


def folded(svg: str) -> str:
    """Return the picture as it ends at its fold, if it has one."""
    found = HEAD.match(svg)
    if not found or not found[4]:
        return svg
    start, width, _, fold = found.groups()
    size = f'width="{width}" height="{fold}" viewBox="0 0 {width} {fold}"'
    return above_fold(start + size + svg[found.end() :])
