/** Where a member goes after sign-in when nothing else was requested (spec §6). */
export const memberHome = '/account/home'

/** Pages on which a visitor signs in; none of them has a secret in its URL. */
const signInPages = ['/login', '/signup', '/recover']

// Pages that would redirect a new member in circles or straight out again, and URLs that are not pages.
const notAfterSignIn = [
  ...signInPages,
  '/set-password',
  '/verify-account',
  '/magic-link',
  '/confirm-email',
  '/stop-email-change',
  '/sign-out',
  '/sign-on',
  '/api',
  '/ecommerce',
]

const isUnder = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

// What a URL may contain unescaped: printable ASCII except the backslash, which browsers read as a slash.
const addressCharacters = /^[!-[\]-~]+$/

/**
 * A `return_to` within the shop: an absolute path of this origin with its query; anything else becomes `fallback`.
 * `//host`, `/\host`, `https:` and their variants never leave the shop.
 */
export const safeReturnPath = (wanted: string | null | undefined, fallback: string = memberHome): string => {
  if (!wanted || wanted.length > 2000 || !wanted.startsWith('/') || !addressCharacters.test(wanted))
    return fallback
  const path = wanted.split(/[?#]/, 1)[0] ?? ''
  if (path.includes('//') || path.split('/').some((part) => part === '.' || part === '..')) return fallback
  return notAfterSignIn.some((prefix) => isUnder(path, prefix)) ? fallback : wanted
}

/** As `safeReturnPath`, for a form that is on every page and signs nobody in: it leads back to the pages of the sign-in too. */
export const pageReturnPath = (wanted: string, fallback: string): string => {
  const page = signInPages.find((one) => wanted === one || wanted.startsWith(`${one}?`))
  // The query is checked as that of another page.
  const isOwn = page !== undefined && safeReturnPath(`/${wanted.slice(page.length)}`, '') !== ''
  return isOwn ? wanted : safeReturnPath(wanted, fallback)
}
