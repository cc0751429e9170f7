import { createHash } from 'node:crypto'
import { challengeLife, checkAssertion, siteOf } from '#platform/passkeys.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { Assertion } from '#shared/passkey-schema.ts'
import { insertChallenge, selectPasskey, takeChallenge } from './staff-passkey-store.ts'
import type { StaffPasskey } from './staff-passkey-store.ts'

/** The purpose of a challenge, and who answers it. */
export type StaffChallengeRequest =
  | { readonly purpose: 'sign-in'; readonly staffId: null }
  | { readonly purpose: 'join' | 'step-up'; readonly staffId: string }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const browserCookie = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_desk_passkey`)

const refused = (): ShopError => new ShopError('SIGN_ON_FAILED', { security: 'passkey' })

/** A new challenge for this browser; one that it had before is not answered any more. */
export const createChallenge = async (
  deps: AppDeps,
  { cookies }: RequestContext,
  request: StaffChallengeRequest,
): Promise<string> => {
  const [challenge, browser] = [deps.ids.token(), deps.ids.token()]
  await inTransaction(deps, (tx) =>
    insertChallenge(tx, hashOf(browser), { challenge, ...request }, tx.now.add(challengeLife)),
  )
  const maxAge = challengeLife.total('seconds')
  cookies.set(browserCookie(deps.publicUrl), browser, { httpOnly: true, isStrict: true, maxAge })
  return challenge
}

/** The challenge of this browser, used up in any case; only for its purpose and person. Throws SIGN_ON_FAILED. */
export const consumeChallenge = async (
  deps: AppDeps,
  { cookies }: RequestContext,
  request: StaffChallengeRequest,
): Promise<string> => {
  const name = browserCookie(deps.publicUrl)
  const browser = cookies.get(name)
  cookies.clear(name)
  const found =
    browser === undefined ? null : await inTransaction(deps, (tx) => takeChallenge(tx, hashOf(browser)))
  if (found === null || found.purpose !== request.purpose || found.staffId !== request.staffId)
    throw refused()
  return found.challenge
}

/** The passkey that answered this browser's challenge, with its new counter; of the person, if one is asked. Throws SIGN_ON_FAILED. */
export const verifiedPasskey = async (
  deps: AppDeps,
  context: RequestContext,
  request: StaffChallengeRequest,
  credential: Assertion,
): Promise<{ readonly passkey: StaffPasskey; readonly counter: number }> => {
  const challenge = await consumeChallenge(deps, context, request)
  const passkey = await selectPasskey(deps.database, credential.id)
  if (passkey === null || (request.staffId !== null && request.staffId !== passkey.staffId)) throw refused()
  const known = { ...passkey, userId: passkey.staffId }
  const counter = await checkAssertion(deps, siteOf(deps.publicUrl), challenge, credential, known)
  return { passkey, counter }
}
