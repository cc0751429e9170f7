import { brand } from '#shared/brand.ts'
import { isRecord } from '#shared/is-record.ts'

/** Where the browser stores what it knows, and how it asks. */
export interface BrowserDeps {
  readonly cookie: () => string
  readonly storage: Pick<Storage, 'setItem' | 'removeItem'>
  readonly request: (path: string) => Promise<Response>
}

/** The part of spec §3's user state that pages need; names, phone and addresses stay on the server (ruling 21). */
const storedFields = ['email', 'externalId', 'subscriptions', 'experiments'] as const

const storedState = (user: unknown): string | null => {
  if (!isRecord(user) || typeof user['email'] !== 'string') return null
  return JSON.stringify(Object.fromEntries(storedFields.map((field) => [field, user[field] ?? null])))
}

/** The cookie that names who is signed in, of the cookies that scripts can read; null for a visitor. */
const identityCookie = (cookies: string): string | null =>
  cookies.split(/;\s*/).find((one) => one.startsWith(`${brand.keys.identityToken}=`)) ?? null

const isSignedIn = (cookies: string): boolean => identityCookie(cookies) !== null

const fetchState = async ({ request }: BrowserDeps): Promise<string | null> => {
  const checked = await request('/api/auth/check-authentication')
  if (checked.status !== 200) return null
  const answer: unknown = await checked.json()
  if (!isRecord(answer) || answer['success'] !== true) return null
  const user = await request('/api/user')
  return user.status === 200 ? storedState(await user.json()) : null
}

/**
 * The check of spec §4 when a page has loaded: a valid session's user is stored, everything else removes it (sign-out,
 * 401, mismatch, no network). Without an identity token nothing is requested.
 */
export const syncSession = async (deps: BrowserDeps): Promise<void> => {
  const { cookie, storage } = deps
  const { userState } = brand.keys
  try {
    const state = isSignedIn(cookie()) ? await fetchState(deps) : null
    // Signed out in another tab while the response was on its way.
    if (state !== null && isSignedIn(cookie())) storage.setItem(userState, state)
    else storage.removeItem(userState)
  } catch {
    storage.removeItem(userState)
  }
}

/**
 * Who is signed in by the readable cookies: the id of the account. A token is renewed while its member stays the same, so tokens
 * themselves are not compared. The token itself when it cannot be parsed; null for a visitor.
 */
export const signedInAs = (cookies: string): string | null => {
  const cookie = identityCookie(cookies)
  if (cookie === null) return null
  try {
    const body = cookie.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    return isRecord(claims) && typeof claims['uuid'] === 'string' ? claims['uuid'] : cookie
  } catch {
    return cookie
  }
}
