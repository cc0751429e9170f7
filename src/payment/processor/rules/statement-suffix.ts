// Stripe: prefix, `* ` and suffix together have at most 22 characters, and a prefix has up to 10.
const longest = 10

/**
 * The text of a card statement beside the shop's name, from the first name in a description: `DS-01 Daily Synbiotic`
 * becomes `DS-01`. Only A–Z, digits, dots and hyphens, words in full, at most 10 characters; null when none of them is left.
 */
export const statementSuffix = (description: string): string | null => {
  const words = description
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 .,-]/gu, '')
    .split(',')[0]
    ?.split(' ')
    .filter((word) => word !== '')
  let suffix = ''
  for (const word of words ?? []) {
    const longer = suffix === '' ? word : `${suffix} ${word}`
    if (longer.length > longest) break
    suffix = longer
  }
  return /[A-Z]/u.test(suffix) ? suffix : null
}
