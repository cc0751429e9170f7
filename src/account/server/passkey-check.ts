import { challengeLife, checkAssertion, siteOf } from '#platform/passkeys.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { Assertion } from '#shared/passkey-schema.ts'
import type { AccountServices } from './account-services.ts'
import type { StoredPasskey } from './passkey-store.ts'
import { insertChallenge, readPasskey, takeChallenge } from './passkey-store.ts'
import { tokenHash } from './token-hash.ts'

/** The purpose of a challenge, and who answers it. */
type ChallengeRequest =
  | { readonly purpose: 'sign-in'; readonly accountId: null }
  | { readonly purpose: 'register' | 'proof'; readonly accountId: string }

/** The cookie that binds a challenge to the browser that was asked. */
const browserCookie = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_passkey`)

/** A new challenge for this browser; one that it had before is not answered any more. */
export const createChallenge = async (
  { deps }: AccountServices,
  { cookies }: RequestContext,
  request: ChallengeRequest,
): Promise<string> => {
  const { ids, publicUrl } = deps
  const [challenge, browser] = [ids.token(), ids.token()]
  await inTransaction(deps, (tx) =>
    insertChallenge(tx.db, tokenHash(browser), { challenge, ...request }, tx.now, tx.now.add(challengeLife)),
  )
  const maxAge = challengeLife.total('seconds')
  cookies.set(browserCookie(publicUrl), browser, { httpOnly: true, maxAge })
  return challenge
}

/** The challenge of this browser, used up in any case; only for its purpose. Throws SIGN_ON_FAILED. */
export const consumeChallenge = async (
  { deps }: AccountServices,
  { cookies }: RequestContext,
  request: ChallengeRequest,
): Promise<string> => {
  const name = browserCookie(deps.publicUrl)
  const browser = cookies.get(name)
  cookies.clear(name)
  if (browser === undefined) throw new ShopError('SIGN_ON_FAILED', { security: 'passkey' })
  const found = await inTransaction(deps, (tx) => takeChallenge(tx.db, tokenHash(browser), tx.now))
  if (found === null || found.purpose !== request.purpose || found.accountId !== request.accountId)
    throw new ShopError('SIGN_ON_FAILED', { security: 'passkey' })
  return found.challenge
}

/** The passkey that answered this browser's challenge, with its new counter. Throws SIGN_ON_FAILED. */
export const verifiedPasskey = async (
  services: AccountServices,
  context: RequestContext,
  request: ChallengeRequest,
  credential: Assertion,
): Promise<{ readonly passkey: StoredPasskey; readonly counter: number }> => {
  const { deps } = services
  const challenge = await consumeChallenge(services, context, request)
  const passkey = await readPasskey(deps.database, credential.id)
  if (passkey === null) throw new ShopError('SIGN_ON_FAILED', { security: 'passkey' })
  const known = { ...passkey, userId: passkey.accountId }
  const counter = await checkAssertion(deps, siteOf(deps.publicUrl), challenge, credential, known)
  return { passkey, counter }
}
