"""Boards as pixels: for letters, which show no SVG, and for whoever wants a PNG.

Pure: no database, no settings. What a picture tells is what its SVG tells.
"""

from sse.pictures.outlines import outlined
from sse.pictures.pixels import pixels_of, png_of

__all__ = ["outlined", "pixels_of", "png_of"]
