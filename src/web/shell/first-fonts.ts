const fontFile = (name: string): string => `/fonts/instrument-sans-${name}.woff2`

/** The fonts that every page shows at once: their addresses. */
export const firstFonts = ['text', 'condensed'].map(fontFile)

/** The font of all letters that English texts rarely have: its address. */
export const accentFont = fontFile('accents')

/** One of its letters; the same as its `unicode-range` in `src/web/styles/tokens.css`. */
export const accentLetter =
  /[\u{a1}\u{a2}\u{a4}-\u{a8}\u{aa}-\u{ad}\u{af}\u{b1}-\u{b6}\u{b8}-\u{d6}\u{d8}-\u{24f}\u{2c6}-\u{2dc}\u{300}-\u{308}\u{2039}\u{203a}\u{2191}-\u{2193}]/u
