"""Boards as pixels: for letters, which show no SVG, and for whoever wants a PNG.

Pure: no database, no settings. What a picture tells is what its SVG tells. Who wants
only shapes of letters loads no machine for pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sse.platform.pictures.outlines import outlined

if TYPE_CHECKING:
    from sse.platform.pictures.pixels import pixels_of, png_of

__all__ = ["outlined", "pixels_of", "png_of"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from sse.platform.pictures import pixels

    return getattr(pixels, name)
