const longest = 80

/** What a pattern may be made of: characters, digits, sets, what may be missing, and counts with an end. */
const allowed =
  /^(?:[A-Za-z0-9 -]|\\d|\[(?:[A-Za-z0-9 -]|\\d)+\]|\((?=[^()]*\)\??)|\)|\?|\{\d{1,2}(?:,\d{1,2})?\})+$/

/** Choices that a matcher may have to try: what may be missing, and counts of several numbers. */
const choices = /\?|\{\d+,\d+\}/g
const mostChoices = 6
const widestCount = 3

const isWide = (count: string): boolean => {
  const [from = 0, until = 0] = count.slice(1, -1).split(',').map(Number)
  return count !== '?' && (until < from || until - from > widestCount)
}

/**
 * Why a pattern of postal codes is not taken, as a sentence; null for one that is. Nothing repeats without an end and nothing
 * repeats a group, so that no text takes more than a few thousand steps.
 */
export const postalPatternFault = (pattern: string): string | null => {
  if (pattern === '' || pattern.length > longest) return `a pattern of at most ${longest} characters`
  if (!allowed.test(pattern))
    return 'only letters, digits, spaces, hyphens, \\d, [ ], ( ), ? and counts such as {4} or {1,2}'
  if (/\)\{/.test(pattern)) return 'a group may be missing, but not be counted'
  const found = pattern.match(choices) ?? []
  if (found.length > mostChoices || found.some(isWide)) return 'fewer choices: it could take long to match'
  try {
    wholePattern(pattern)
    return null
  } catch {
    return 'a pattern that can be read'
  }
}

/** Matches a whole postal code. */
export const wholePattern = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`)
