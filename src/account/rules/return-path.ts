/** Where a member lands when nothing else was asked for (spec §6). */
export const memberHome = '/account/home'

// Pages that would send a fresh member in circles or straight out again, and calls that are not pages.
const notAfterSignIn = [
  '/login',
  '/signup',
  '/recover',
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

// What an address may hold unescaped: printable ASCII but the backslash, which browsers read as a slash.
const addressCharacters = /^[!-[\]-~]+$/

/**
 * A `return_to` that stays in the shop: an absolute path of this origin with its query; anything else becomes
 * `fallback`. `//host`, `/\host`, `https:` and their disguises never leave.
 */
export const safeReturnPath = (wanted: string | null | undefined, fallback: string = memberHome): string => {
  if (!wanted || wanted.length > 2000 || !wanted.startsWith('/') || !addressCharacters.test(wanted))
    return fallback
  const path = wanted.split(/[?#]/, 1)[0] ?? ''
  if (path.includes('//') || path.split('/').some((part) => part === '.' || part === '..')) return fallback
  return notAfterSignIn.some((prefix) => isUnder(path, prefix)) ? fallback : wanted
}
