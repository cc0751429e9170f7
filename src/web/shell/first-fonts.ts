/** The fonts that every page shows at once: their addresses. */
export const firstFonts = ['text', 'condensed'].map((font) => `/fonts/instrument-sans-${font}.woff2`)
