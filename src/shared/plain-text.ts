const isUnreadable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/**
 * The path of the first text that no database stores: with a null character or half a surrogate pair. Null when there
 * is none. Keys count as well as values.
 */
export const unreadableText = (value: unknown, path: readonly string[] = []): readonly string[] | null => {
  if (typeof value === 'string') return isUnreadable(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    if (isUnreadable(key)) return path
    const found = unreadableText(part, [...path, key])
    if (found) return found
  }
  return null
}

/**
 * The beginning of a text, of at most this many UTF-16 units, as limits and databases count them. Never ends inside a
 * character of two units: half a character is invalid, and no collector or database accepts it.
 */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
