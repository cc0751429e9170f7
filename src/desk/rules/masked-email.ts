/** The first two characters, or of a short text at most half. */
const begin = (word: string): string => `${word.slice(0, Math.min(2, Math.floor(word.length / 2)))}…`

/**
 * `ju…@ex….com` of `jules@example.com`, for roles that see no names. Of the domain as little as of the name, because
 * many people have one of their own; its last part says nothing about anybody.
 */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (at === -1) return '…'
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const [name, end] = dot === -1 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot)]
  return `${begin(email.slice(0, at))}@${begin(name)}${end}`
}
