/** The font of the characters that English texts rarely have: its address. */
export const accentFont = '/fonts/instrument-sans-accents.woff2'

/** One of its characters; the same as its `unicode-range` in `src/web/styles/tokens.css`. */
export const accented =
  /[\u{a1}\u{a2}\u{a4}-\u{a8}\u{aa}-\u{ad}\u{af}\u{b1}-\u{b6}\u{b8}-\u{d6}\u{d8}-\u{24f}\u{2c6}-\u{2dc}\u{2039}\u{203a}\u{2191}-\u{2193}]|[\u{300}-\u{308}]/u

const unread = /<(script|title)\b[\s\S]*?<\/\1>|<[^>]*>/g
const place = '<link rel="preload"'
const link = `<link rel="preload" href="${accentFont}" as="font" type="font/woff2" crossorigin="anonymous"/>`

/**
 * Has a page with accented characters in its text load their font together with its others: from the styles alone a
 * browser knows of it a round trip later.
 */
export const withAccentFont = (html: string): string =>
  accented.test(html) && accented.test(html.replaceAll(unread, ''))
    ? html.replace(place, `${link}${place}`)
    : html
