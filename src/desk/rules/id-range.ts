/** Fewer characters than these name too many: the first eight of an id are its time, to about a minute. */
const fewest = 8

const digitsOfId = 32

interface IdRange {
  readonly from: string
  readonly until: string
}

const asId = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * The first and the last id that begin as a text does, for an index of ids; null for a text that is no beginning of an id. As it was
 * copied: with or without hyphens, in any case, and with the mark of what was left out.
 */
export const idRange = (text: string): IdRange | null => {
  const beginning = /^([\da-f-]+)(?:…|\.{3})?$/i.exec(text)?.[1] ?? ''
  const digits = beginning.replaceAll('-', '').toLowerCase()
  if (digits.length < fewest || digits.length > digitsOfId) return null
  // A hyphen stands nowhere else: a phone number is no id.
  if (beginning.includes('-') && !asId(digits.padEnd(digitsOfId, '0')).startsWith(beginning.toLowerCase()))
    return null
  return { from: asId(digits.padEnd(digitsOfId, '0')), until: asId(digits.padEnd(digitsOfId, 'f')) }
}
