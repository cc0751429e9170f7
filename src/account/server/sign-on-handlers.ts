import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { PayloadOf, ReplyOf } from '#shared/call.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { googleSignon, SignOnProvider, startSignOn, viewSignOnWays } from '../sign-on-calls.ts'
import { memberHome, safeReturnPath } from '../rules/return-path.ts'
import { signOnLife } from '../rules/session-limits.ts'
import { giveIdentity, signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { requireProof } from './proofs.ts'
import { insertAttempt, takeAttempt } from './sign-on-attempt-store.ts'
import type { SignOnAttempt } from './sign-on-attempt-store.ts'
import { createOutsideProvider } from './sign-on-provider.ts'
import type { OutsideProvider, SignOnClaims } from './sign-on-provider.ts'
import { confirmFirst, tie, whoSignsOn } from './sign-on-accounts.ts'
import { tokenHash } from './token-hash.ts'

type Providers = ReadonlyMap<SignOnProvider, OutsideProvider>

/** The providers that this shop is set up for. */
export const createProviders = ({ world, house }: AccountTools): Providers => {
  const providers = new Map<SignOnProvider, OutsideProvider>()
  const { google, facebook } = house.signOn
  if (google) providers.set('google', createOutsideProvider(google, world.outgoing))
  if (facebook) providers.set('facebook', createOutsideProvider(facebook, world.outgoing))
  return providers
}

/** The cookie that ties an attempt to the browser that began it. */
const browserCookie = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_sign_on`)

const redirectUrlOf = (publicUrl: string, provider: SignOnProvider): string =>
  `${publicUrl}/sign-on/${provider}`

export const createViewSignOnWays =
  ({ world }: AccountTools, providers: Providers): Handler<typeof viewSignOnWays> =>
  async () => ({
    providers: [...providers.keys()].map((provider) => ({
      provider,
      redirect_url: redirectUrlOf(world.publicUrl, provider),
    })),
  })

const providerOf = (providers: Providers, name: SignOnProvider): OutsideProvider => {
  const provider = providers.get(name)
  if (!provider) throw new ShopError('NOT_FOUND')
  return provider
}

export const createStartSignOn =
  ({ world }: AccountTools, providers: Providers): Handler<typeof startSignOn> =>
  async ({ cookies, actor }, { provider: name, return_to }) => {
    const provider = providerOf(providers, name)
    if (actor.kind === 'member') await inTransaction(world, (work) => requireProof(work, actor))
    const { ids } = world
    const secrets = { state: ids.token(), nonce: ids.token(), codeVerifier: ids.token() }
    const url = await provider
      .authorizationUrl(secrets, redirectUrlOf(world.publicUrl, name))
      .catch((thrown: unknown) => {
        world.log.warn({ provider: name, err: thrown }, 'the sign-on provider cannot be reached')
        throw new ShopError('SHOP_BUSY', { cause: thrown })
      })
    const browser = ids.token()
    const sessionId = actor.kind === 'member' ? actor.sessionId : null
    const attempt = { provider: name, ...secrets, returnTo: safeReturnPath(return_to), sessionId }
    await inTransaction(world, (work) =>
      insertAttempt(work.db, tokenHash(browser), attempt, work.now, work.now.add(signOnLife)),
    )
    const maxAge = signOnLife.total('seconds')
    cookies.set(browserCookie(world.publicUrl), browser, { httpOnly: true, maxAge })
    return { authorization_url: url }
  }

/** The attempt of this browser, used up whatever comes of it. */
const attemptOf = async ({ world }: AccountTools, { cookies }: CallContext): Promise<SignOnAttempt> => {
  const name = browserCookie(world.publicUrl)
  const browser = cookies.get(name)
  if (browser === undefined) throw new ShopError('SIGN_ON_FAILED', { security: 'forged sign-on' })
  cookies.clear(name)
  const attempt = await inTransaction(world, (work) => takeAttempt(work.db, tokenHash(browser), work.now))
  if (attempt === null) throw new ShopError('SIGN_ON_FAILED', { security: 'forged sign-on' })
  return attempt
}

type Answer = PayloadOf<typeof googleSignon>
type Signed = ReplyOf<typeof googleSignon>

const claimsOf = async (
  { world }: AccountTools,
  provider: OutsideProvider,
  attempt: SignOnAttempt,
  { code, state, iss, redirect_url: redirectUrl }: Answer,
): Promise<SignOnClaims> => {
  if (state !== attempt.state) throw new ShopError('SIGN_ON_FAILED', { security: 'forged sign-on' })
  try {
    return await provider.claims({ code, state, iss }, attempt, redirectUrl)
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unknown'
    world.log.warn({ provider: attempt.provider, reason, security: 'sign-on' }, 'a sign-on was refused')
    throw new ShopError('SIGN_ON_FAILED', { cause: thrown })
  }
}

/** Ties the provider's account to the member whose session began it, while their proof is fresh; the session goes on. */
const connect = async (
  { world, identity }: AccountTools,
  context: CallContext,
  { provider, sessionId, returnTo }: SignOnAttempt,
  claims: SignOnClaims,
): Promise<Signed> => {
  const { actor } = context
  // Signed out, or signed in anew, while the person was at the provider.
  if (actor.kind !== 'member' || actor.sessionId !== sessionId) throw new ShopError('SIGN_ON_FAILED')
  await inTransaction(world, async (work) => {
    await requireProof(work, actor)
    await tie(work, provider, claims, actor.accountId)
    const alert = provider === 'google' ? 'google-connected' : 'facebook-connected'
    work.announce({ kind: 'account-alert', accountId: actor.accountId, alert })
  })
  const token = await giveIdentity(identity, context, actor)
  return {
    [brand.keys.identityField]: token,
    is_new_user: false,
    return_to: safeReturnPath(returnTo, memberHome),
  }
}

/** Ends the code flow of one provider: ties, signs in or opens an account, by issuer and subject alone. */
export const createSignOn =
  (tools: AccountTools, providers: Providers, name: SignOnProvider) =>
  async (context: CallContext, answer: Answer): Promise<Signed> => {
    const provider = providerOf(providers, name)
    if (answer.redirect_url !== redirectUrlOf(tools.world.publicUrl, name)) {
      throw new ShopError('VALIDATION_ERROR', { fields: { redirect_url: 'This is not our return page.' } })
    }
    const attempt = await attemptOf(tools, context)
    if (attempt.provider !== name) throw new ShopError('SIGN_ON_FAILED')
    const claims = await claimsOf(tools, provider, attempt, answer)
    if (attempt.sessionId !== null) return connect(tools, context, attempt, claims)
    await confirmFirst(tools, context, claims)
    let isNew = false
    const identity = await signInAs(tools, context, async (work) => {
      const who = await whoSignsOn(work, name, claims)
      isNew = who.isNew
      return { ...who, proved: false }
    })
    return { ...identity, is_new_user: isNew, return_to: safeReturnPath(attempt.returnTo, memberHome) }
  }
