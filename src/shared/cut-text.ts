/**
 * The beginning of a text, of at most so many UTF-16 units, as limits and databases count them. Never ends inside of a
 * letter that takes two: half a one is no text, and no collector or database takes it.
 */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
