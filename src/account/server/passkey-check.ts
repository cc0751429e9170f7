import type { AppDeps } from '#platform/app-deps.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { Assertion, Registration } from '../passkey-endpoints.ts'
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
  const counter = await checkAssertion(deps, siteOf(deps.publicUrl), challenge, credential, passkey)
  return { passkey, counter }
}

// ES256, EdDSA, RS256: what authenticators have, the common one first.
const algorithms = [-7, -8, -257]

/** How long a browser may take to answer. */
const challengeLife = Temporal.Duration.from({ minutes: 10 })
const timeout = challengeLife.total('milliseconds')

interface Site {
  readonly origin: string
  /** The domain that passkeys are bound to. */
  readonly domain: string
}

export const siteOf = (publicUrl: string): Site => {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, domain: hostname }
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

interface Registrant {
  readonly accountId: string
  readonly email: string
  /** Credential ids that the member has already. */
  readonly known: readonly string[]
}

/** Options of a registration: a passkey that the browser finds by itself, with user verification. */
export const registrationOptions = ({ domain }: Site, challenge: string, registrant: Registrant) => ({
  challenge,
  timeout,
  rp: { id: domain, name: brand.name },
  user: { id: encoded(registrant.accountId), name: registrant.email, displayName: registrant.email },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: registrant.known.map((id) => ({ type: 'public-key', id })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

export const signInOptions = ({ domain }: Site, challenge: string) => ({
  challenge,
  timeout,
  rpId: domain,
  userVerification: 'required',
})

// The shop requires none.
const noExtensions = { clientExtensionResults: {} }

type Log = Pick<AppDeps, 'log'>

const refuse = ({ log }: Log, reason: string, cause?: unknown): never => {
  log.warn({ reason, security: 'passkey' }, 'a passkey was refused')
  throw new ShopError('SIGN_ON_FAILED', { cause })
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : 'unknown')

// The library reads certificates of every kind of authenticator; it is loaded when somebody first uses a passkey.
const library = () => import('@simplewebauthn/server')

/** What is stored of a registration that answers the challenge, for this shop and verified. Throws SIGN_ON_FAILED. */
export const checkRegistration = async (
  deps: Log,
  { origin, domain }: Site,
  challenge: string,
  { authenticatorAttachment, ...credential }: Registration,
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'>> => {
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    response: {
      ...credential,
      ...noExtensions,
      authenticatorAttachment: authenticatorAttachment ?? undefined,
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((thrown: unknown) => refuse(deps, reasonOf(thrown), thrown))
  if (!checked.verified) return refuse(deps, 'not verified')
  const { id: credentialId, publicKey, counter } = checked.registrationInfo.credential
  return { credentialId, publicKey: Buffer.from(publicKey), counter }
}

/** The new counter of an assertion that answers the challenge, here, verified and later than the last. Throws SIGN_ON_FAILED. */
const checkAssertion = async (
  deps: Log,
  { origin, domain }: Site,
  challenge: string,
  { authenticatorAttachment, ...credential }: Assertion,
  passkey: StoredPasskey,
): Promise<number> => {
  const { userHandle, ...response } = credential.response
  if (userHandle && userHandle !== encoded(passkey.accountId)) return refuse(deps, 'of another member')
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response: {
      ...credential,
      ...noExtensions,
      authenticatorAttachment: authenticatorAttachment ?? undefined,
      response,
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
    },
  }).catch((thrown: unknown) => refuse(deps, reasonOf(thrown), thrown))
  return checked.verified ? checked.authenticationInfo.newCounter : refuse(deps, 'not verified')
}
