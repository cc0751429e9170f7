import { cookieNamed } from '#experiment/browser/page-flags.ts'
import { brand } from '#shared/brand.ts'
import { ownValue } from '#shared/own-value.ts'
import { requestJson } from '#ui/browser/request-json.ts'
import type { Identity } from '../rules/identity-hash.ts'
import { normalizeIdentity } from '../rules/identity-hash.ts'
import type { IdentityHashes } from '../rules/tracking-plan.ts'
import { forgetAnonymousId, storeItem, storedItem } from './browser-storage.ts'

const sha256Hex = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 in hex of each normalized field (spec §5, §9); none in an insecure context, which cannot hash. */
const hashedIdentity = async (identity: Identity): Promise<IdentityHashes> => {
  if (!isSecureContext) return {}
  const hashes = normalizeIdentity(identity).map(
    async ([field, text]) => [field, await sha256Hex(text)] as const,
  )
  return Object.fromEntries(await Promise.all(hashes))
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const fieldIn = (fields: unknown, name: string): unknown =>
  isFields(fields) ? ownValue(fields, name) : undefined

const textIn = (fields: unknown, name: string): string => {
  const value = fieldIn(fields, name)
  return typeof value === 'string' ? value : ''
}

/** Spec §3's account user, as the hashes need it. */
const identityOf = (user: unknown): Identity => {
  const addresses = fieldIn(fieldIn(fieldIn(user, 'account'), 'details'), 'shipping_addresses')
  const address: unknown = Array.isArray(addresses) ? addresses[0] : undefined
  return {
    first_name: textIn(user, 'firstName'),
    last_name: textIn(user, 'lastName'),
    email: textIn(user, 'email'),
    phone: textIn(user, 'phone'),
    zip: textIn(address, 'postal_code'),
    city: textIn(address, 'city'),
    state: textIn(address, 'region'),
  }
}

const isSignedIn = (): boolean => cookieNamed(brand.keys.identityToken) !== undefined

/** The id of the signed-in member, as stored by the session check; null for none. */
const memberId = (): string | null => {
  try {
    const state: unknown = JSON.parse(localStorage.getItem(brand.keys.userState) ?? 'null')
    const id = textIn(state, 'externalId')
    return isSignedIn() && id !== '' ? id : null
  } catch {
    return null
  }
}

/**
 * Hashed e-mail and account info of spec §5: of the member, with an entered address taking precedence over the
 * member's.
 */
export const identityTraits = async (enteredEmail: string | null) => {
  const user = isSignedIn()
    ? await requestJson({ method: 'GET', path: '/api/user' }, {}).catch(() => null)
    : null
  const known = identityOf(user)
  const hashes = await hashedIdentity(enteredEmail === null ? known : { ...known, email: enteredEmail })
  return {
    ...(hashes.email === undefined ? {} : { hashed_email: hashes.email }),
    ...(Object.keys(hashes).length === 0 ? {} : { hashed_account_info: hashes }),
  }
}

const memberKey = 'member'

/**
 * Decides whether a member is to be identified: once after each sign-in. After a sign-out the browser becomes another
 * visitor, with an anonymous id of its own.
 */
export const syncIdentity = (): 'identify' | 'nothing' => {
  const previous = storedItem(memberKey)
  const current = memberId()
  if (current === previous) return 'nothing'
  // The previous person, signed out or not, is not the same as the new one.
  if (previous !== null && !(current === null && isSignedIn())) forgetAnonymousId()
  if (current === null && isSignedIn()) return 'nothing'
  storeItem(memberKey, current)
  return current === null ? 'nothing' : 'identify'
}
