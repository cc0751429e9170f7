import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { PayloadOf, ReplyOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { googleSignon, SignOnProvider, startSignOn, viewSignOnProviders } from '../sign-on-endpoints.ts'
import { memberHome, safeReturnPath } from '../rules/return-path.ts'
import { signOnLifetime } from '../rules/session.ts'
import { issueIdentity, signInAs } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import { requireProof } from './proofs.ts'
import { insertAttempt, takeAttempt } from './sign-on-store.ts'
import type { SignOnAttempt } from './sign-on-store.ts'
import { createExternalProvider } from './sign-on-provider.ts'
import type { ExternalProvider, SignOnClaims } from './sign-on-provider.ts'
import { requireConfirmedEmail, connectIdentity, resolveSignOn } from './sign-on-accounts.ts'
import { tokenHash } from './token-hash.ts'

type Providers = ReadonlyMap<SignOnProvider, ExternalProvider>

/** The providers that this shop is set up for. */
export const createProviders = ({ deps, accountDeps }: AccountServices): Providers => {
  const providers = new Map<SignOnProvider, ExternalProvider>()
  const { google, facebook } = accountDeps.signOn
  if (google) providers.set('google', createExternalProvider(google, deps.outgoing))
  if (facebook) providers.set('facebook', createExternalProvider(facebook, deps.outgoing))
  return providers
}

/** The cookie that ties an attempt to the browser that began it. */
const browserCookie = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_sign_on`)

const redirectUrlOf = (publicUrl: string, provider: SignOnProvider): string =>
  `${publicUrl}/sign-on/${provider}`

export const createViewSignOnProviders =
  ({ deps }: AccountServices, providers: Providers): Handler<typeof viewSignOnProviders> =>
  async () => ({
    providers: [...providers.keys()].map((provider) => ({
      provider,
      redirect_url: redirectUrlOf(deps.publicUrl, provider),
    })),
  })

const providerOf = (providers: Providers, name: SignOnProvider): ExternalProvider => {
  const provider = providers.get(name)
  if (!provider) throw new ShopError('NOT_FOUND')
  return provider
}

export const createStartSignOn =
  ({ deps }: AccountServices, providers: Providers): Handler<typeof startSignOn> =>
  async ({ cookies, actor }, { provider: name, return_to }) => {
    const provider = providerOf(providers, name)
    if (actor.kind === 'member') await inTransaction(deps, (tx) => requireProof(tx, actor))
    const { ids } = deps
    const secrets = { state: ids.token(), nonce: ids.token(), codeVerifier: ids.token() }
    const url = await provider
      .authorizationUrl(secrets, redirectUrlOf(deps.publicUrl, name))
      .catch((thrown: unknown) => {
        deps.log.warn({ provider: name, err: thrown }, 'the sign-on provider cannot be reached')
        throw new ShopError('SHOP_BUSY', { cause: thrown })
      })
    const browser = ids.token()
    const sessionId = actor.kind === 'member' ? actor.sessionId : null
    const attempt = { provider: name, ...secrets, returnTo: safeReturnPath(return_to), sessionId }
    await inTransaction(deps, (tx) =>
      insertAttempt(tx.db, tokenHash(browser), attempt, tx.now, tx.now.add(signOnLifetime)),
    )
    const maxAge = signOnLifetime.total('seconds')
    cookies.set(browserCookie(deps.publicUrl), browser, { httpOnly: true, maxAge })
    return { authorization_url: url }
  }

/** The attempt of this browser, used up in any case. */
const attemptOf = async ({ deps }: AccountServices, { cookies }: RequestContext): Promise<SignOnAttempt> => {
  const name = browserCookie(deps.publicUrl)
  const browser = cookies.get(name)
  if (browser === undefined) throw new ShopError('SIGN_ON_FAILED', { security: 'forged sign-on' })
  cookies.clear(name)
  const attempt = await inTransaction(deps, (tx) => takeAttempt(tx.db, tokenHash(browser), tx.now))
  if (attempt === null) throw new ShopError('SIGN_ON_FAILED', { security: 'forged sign-on' })
  return attempt
}

type SignOnPayload = PayloadOf<typeof googleSignon>
type SignOnReply = ReplyOf<typeof googleSignon>

const claimsOf = async (
  { deps }: AccountServices,
  provider: ExternalProvider,
  attempt: SignOnAttempt,
  { code, state, iss, redirect_url: redirectUrl }: SignOnPayload,
): Promise<SignOnClaims> => {
  if (state !== attempt.state) throw new ShopError('SIGN_ON_FAILED', { security: 'forged sign-on' })
  try {
    return await provider.claims({ code, state, iss }, attempt, redirectUrl)
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unknown'
    deps.log.warn({ provider: attempt.provider, reason, security: 'sign-on' }, 'a sign-on was refused')
    throw new ShopError('SIGN_ON_FAILED', { cause: thrown })
  }
}

/**
 * Connects the provider's account to the member whose session started it, while their proof is fresh; the session
 * continues.
 */
const connect = async (
  { deps, identity }: AccountServices,
  context: RequestContext,
  { provider, sessionId, returnTo }: SignOnAttempt,
  claims: SignOnClaims,
): Promise<SignOnReply> => {
  const { actor } = context
  // Signed out, or signed in again, while the person was at the provider.
  if (actor.kind !== 'member' || actor.sessionId !== sessionId) throw new ShopError('SIGN_ON_FAILED')
  await inTransaction(deps, async (tx) => {
    await requireProof(tx, actor)
    await connectIdentity(tx, provider, claims, actor.accountId)
    const alert = provider === 'google' ? 'google-connected' : 'facebook-connected'
    tx.publish({ kind: 'account-alert', accountId: actor.accountId, alert })
  })
  const token = await issueIdentity(identity, context, actor)
  return {
    [brand.keys.identityField]: token,
    is_new_user: false,
    return_to: safeReturnPath(returnTo, memberHome),
  }
}

/** Ends the code flow of one provider: connects, signs in or opens an account, by issuer and subject alone. */
export const createSignOn =
  (services: AccountServices, providers: Providers, name: SignOnProvider) =>
  async (context: RequestContext, payload: SignOnPayload): Promise<SignOnReply> => {
    const provider = providerOf(providers, name)
    if (payload.redirect_url !== redirectUrlOf(services.deps.publicUrl, name)) {
      throw new ShopError('VALIDATION_ERROR', { fields: { redirect_url: 'This is not our return page.' } })
    }
    const attempt = await attemptOf(services, context)
    if (attempt.provider !== name) throw new ShopError('SIGN_ON_FAILED')
    const claims = await claimsOf(services, provider, attempt, payload)
    if (attempt.sessionId !== null) return connect(services, context, attempt, claims)
    await requireConfirmedEmail(services, context, claims)
    let isNew = false
    const identity = await signInAs(services, context, async (tx) => {
      const signedOn = await resolveSignOn(tx, name, claims, context.locale)
      isNew = signedOn.isNew
      return { ...signedOn, proved: false }
    })
    return { ...identity, is_new_user: isNew, return_to: safeReturnPath(attempt.returnTo, memberHome) }
  }
