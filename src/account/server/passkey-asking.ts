import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Assertion } from '../passkey-calls.ts'
import type { AccountTools } from './account-tools.ts'
import { challengeLife, checkAssertion, siteOf } from './passkey-check.ts'
import { insertChallenge, readPasskey, takeChallenge } from './passkey-store.ts'
import type { StoredPasskey } from './passkey-store.ts'
import { tokenHash } from './token-hash.ts'

/** What a challenge is made for, and by whom it is answered. */
export type PasskeyAsked =
  | { readonly purpose: 'sign-in'; readonly accountId: null }
  | { readonly purpose: 'register' | 'proof'; readonly accountId: string }

/** The cookie that ties a challenge to the browser that was asked. */
const browserCookie = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_passkey`)

/** A new challenge for this browser; one that it had before is not answered any more. */
export const askPasskey = async (
  { world }: AccountTools,
  { cookies }: CallContext,
  asked: PasskeyAsked,
): Promise<string> => {
  const { ids, publicUrl } = world
  const [challenge, browser] = [ids.token(), ids.token()]
  await inTransaction(world, (work) =>
    insertChallenge(
      work.db,
      tokenHash(browser),
      { challenge, ...asked },
      work.now,
      work.now.add(challengeLife),
    ),
  )
  const maxAge = challengeLife.total('seconds')
  cookies.set(browserCookie(publicUrl), browser, { httpOnly: true, maxAge })
  return challenge
}

/** The challenge of this browser, used up whatever comes of it; only for what it was made. Throws SIGN_ON_FAILED. */
export const challengeOf = async (
  { world }: AccountTools,
  { cookies }: CallContext,
  asked: PasskeyAsked,
): Promise<string> => {
  const name = browserCookie(world.publicUrl)
  const browser = cookies.get(name)
  cookies.clear(name)
  if (browser === undefined) throw new ShopError('SIGN_ON_FAILED', { security: 'passkey' })
  const found = await inTransaction(world, (work) => takeChallenge(work.db, tokenHash(browser), work.now))
  if (found === null || found.purpose !== asked.purpose || found.accountId !== asked.accountId)
    throw new ShopError('SIGN_ON_FAILED', { security: 'passkey' })
  return found.challenge
}

/** The passkey that answered this browser's challenge, with its new counter. Throws SIGN_ON_FAILED. */
export const answeredPasskey = async (
  tools: AccountTools,
  context: CallContext,
  asked: PasskeyAsked,
  credential: Assertion,
): Promise<{ readonly passkey: StoredPasskey; readonly counter: number }> => {
  const { world } = tools
  const challenge = await challengeOf(tools, context, asked)
  const passkey = await readPasskey(world.database, credential.id)
  if (passkey === null) throw new ShopError('SIGN_ON_FAILED', { security: 'passkey' })
  const counter = await checkAssertion(world, siteOf(world.publicUrl), challenge, credential, passkey)
  return { passkey, counter }
}
