/**
 * The beginning of a text, of at most so many UTF-16 units, as limits and databases count them. Never ends inside a
 * character of two units: half a character is invalid, and no collector or database accepts it.
 */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
