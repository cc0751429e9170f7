"""Cuts Instrument Sans into the four files that the pages use, so that a first visit waits for one short file only.
usage: python3 art/web_fonts.py ROMAN.woff2 ITALIC.woff2 public/fonts      needs fonttools and brotli

text       weights 400 to 500, English letters and signs: the one that every page preloads
accents    the same, all other letters: fetched when a page has one
condensed  width 75, weight 500: what is printed on the jar
species    the italic, weight 400: letters, for names of species and nothing else
"""
import io
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

roman, italic, folder = sys.argv[1:]
signs = "\u00a0£©®°·×–—‘’“”•…€™−"
english = {*range(0x20, 0x7F), *map(ord, signs)}
features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "lnum", "pnum", "calt"]


def cut(source, target, axes, wanted):
    font = instancer.instantiateVariableFont(TTFont(source), axes)
    # Written and read again, because the subsetter trips over what the instancer leaves behind.
    font.flavor, whole = None, io.BytesIO()
    font.save(whole)
    whole.seek(0)
    font = TTFont(whole)
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[letter for letter in font.getBestCmap() if wanted(letter)])
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(f"{folder}/instrument-sans-{target}.woff2")


cut(roman, "text", {"wdth": 100, "wght": (400, 500)}, lambda letter: letter in english)
cut(roman, "accents", {"wdth": 100, "wght": (400, 500)}, lambda letter: letter not in english)
cut(roman, "condensed", {"wdth": 75, "wght": 500}, lambda letter: letter in english)
letters = {*range(0x41, 0x5B), *range(0x61, 0x7B), *map(ord, " .,-()/\u00a0")}
cut(italic, "species", {"wght": 400}, lambda letter: letter in letters)
