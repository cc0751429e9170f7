"""Cuts a variable Instrument Sans to what the pages use: weights 400 to 500, no hinting.
usage: python3 art/web_fonts.py IN.woff2 OUT.woff2      needs fonttools and brotli
"""
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

source, target = sys.argv[1:]
font = TTFont(source)
characters = list(font.getBestCmap())
narrow = instancer.instantiateVariableFont(font, {"wght": (400, 500)})
options = subset.Options()
options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "lnum", "pnum", "calt"]
options.hinting = False
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=characters)
subsetter.subset(narrow)
narrow.flavor = "woff2"
narrow.save(target)
