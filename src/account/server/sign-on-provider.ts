import {
  Configuration,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { CustomFetch } from 'openid-client'
import type { Outgoing } from '#platform/outgoing.ts'

/** How the shop is known to an outside provider. */
export interface SignOnSettings {
  readonly issuer: string
  readonly id: string
  readonly secret: string
  /** For a provider whose published configuration does not have it; null otherwise. */
  readonly tokenEndpoint: string | null
}

/** What is stored with the browser's attempt until it comes back. */
export interface SignOnSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Who the provider says it is. */
export interface SignOnClaims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** Whether the provider vouches that the e-mail is theirs. */
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** What the provider sent back through the browser. */
interface ProviderReply {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

export interface ExternalProvider {
  readonly authorizationUrl: (secrets: SignOnSecrets, redirectUrl: string) => Promise<string>
  /** Exchanges the code. Throws for a wrong state, nonce, verifier, signature, and for a code that was used. */
  readonly claims: (
    reply: ProviderReply,
    secrets: SignOnSecrets,
    redirectUrl: string,
  ) => Promise<SignOnClaims>
}

const timeoutMs = 8_000

/** Requests of the library use the shop's outgoing HTTP client. */
const fetchVia =
  ({ request }: Outgoing): CustomFetch =>
  async (url, { method, headers, body }) => {
    // The library sends forms; anything else is nothing that a sign-on needs.
    const text = body instanceof URLSearchParams ? { body: body.toString() } : {}
    const httpMethod = method === 'POST' ? 'POST' : 'GET'
    const reply = await request({ method: httpMethod, url, headers, ...text, timeoutMs })
    return new Response(reply.body === '' ? null : reply.body, {
      status: reply.status,
      headers: reply.headers,
    })
  }

const configure = async (settings: SignOnSettings, outgoing: Outgoing): Promise<Configuration> => {
  const { issuer, id, secret, tokenEndpoint } = settings
  const fetchOutgoing = fetchVia(outgoing)
  // Only a provider on this machine, as in tests, may be called without encryption.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  const found = await discovery(new URL(issuer), id, secret, undefined, {
    [customFetch]: fetchOutgoing,
    execute,
  })
  const known = found.serverMetadata()
  const configuration = new Configuration(
    {
      issuer: known.issuer,
      authorization_endpoint: known.authorization_endpoint,
      token_endpoint: known.token_endpoint ?? tokenEndpoint ?? undefined,
      jwks_uri: known.jwks_uri,
      id_token_signing_alg_values_supported: known.id_token_signing_alg_values_supported,
      authorization_response_iss_parameter_supported: known.authorization_response_iss_parameter_supported,
    },
    id,
    secret,
  )
  configuration[customFetch] = fetchOutgoing
  enableNonRepudiationChecks(configuration)
  for (const change of execute) change(configuration)
  return configuration
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The provider's configuration, read when it is first needed and cached; a failure is not cached. */
const cachedConfiguration = (settings: SignOnSettings, outgoing: Outgoing) => {
  let cached: Promise<Configuration> | null = null
  return async (): Promise<Configuration> => {
    cached ??= configure(settings, outgoing)
    try {
      return await cached
    } catch (thrown) {
      cached = null
      throw thrown
    }
  }
}

const claimsFrom = (claims: Readonly<Record<string, unknown>>): SignOnClaims => ({
  issuer: text(claims['iss']),
  subject: text(claims['sub']),
  email: text(claims['email']).trim().toLowerCase() || null,
  emailVerified: claims['email_verified'] === true,
  firstName: text(claims['given_name']).slice(0, 60),
  lastName: text(claims['family_name']).slice(0, 60),
})

/** An OpenID Connect provider. */
export const createExternalProvider = (settings: SignOnSettings, outgoing: Outgoing): ExternalProvider => {
  const configuration = cachedConfiguration(settings, outgoing)
  return {
    authorizationUrl: async ({ state, nonce, codeVerifier }, redirectUrl) => {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUrl,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    claims: async ({ code, state, iss }, secrets, redirectUrl) => {
      const callbackUrl = new URL(redirectUrl)
      callbackUrl.search = new URLSearchParams({ code, state, ...(iss ? { iss } : {}) }).toString()
      const tokens = await authorizationCodeGrant(await configuration(), callbackUrl, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no identity')
      return claimsFrom(claims)
    },
  }
}
