import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { Assertion, Registration } from '#shared/passkey-schema.ts'
import type { AppDeps } from './app-deps.ts'

// ES256, EdDSA, RS256: what authenticators have, the common one first.
const algorithms = [-7, -8, -257]

/** How long a browser may take to answer. */
export const challengeLife = Temporal.Duration.from({ minutes: 10 })
const timeout = challengeLife.total('milliseconds')

/** What is stored of a passkey to check what it signs. */
export interface PasskeyKey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

interface Site {
  readonly origin: string
  /** The domain that passkeys are bound to. */
  readonly domain: string
}

/** Where passkeys of this shop are used. */
export const siteOf = (publicUrl: string): Site => {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, domain: hostname }
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

interface Registrant {
  readonly userId: string
  readonly name: string
  /** Credential ids that the person has already. */
  readonly known: readonly string[]
}

/** Options of a registration: a passkey that the browser finds by itself, with user verification. */
export const registrationOptions = ({ domain }: Site, challenge: string, registrant: Registrant) => ({
  challenge,
  timeout,
  rp: { id: domain, name: brand.name },
  user: { id: encoded(registrant.userId), name: registrant.name, displayName: registrant.name },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: registrant.known.map((id) => ({ type: 'public-key', id })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

/** Options of an assertion by any passkey of this shop, with user verification. */
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
): Promise<Omit<PasskeyKey, 'transports'>> => {
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
export const checkAssertion = async (
  deps: Log,
  { origin, domain }: Site,
  challenge: string,
  { authenticatorAttachment, ...credential }: Assertion,
  passkey: PasskeyKey & { readonly userId: string },
): Promise<number> => {
  const { userHandle, ...response } = credential.response
  if (userHandle && userHandle !== encoded(passkey.userId)) return refuse(deps, 'of another person')
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
