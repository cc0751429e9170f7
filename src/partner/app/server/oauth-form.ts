/** Why a request is refused, in the words of RFC 6749 §5.2. */
export interface OAuthRefusal {
  readonly error:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'unsupported_grant_type'
    | 'invalid_scope'
  /** For the people who write the program; ASCII without quotes. */
  readonly description: string
}

/** What a program has sent. */
export interface OAuthRequest {
  /** The header Authorization. */
  readonly authorization: string | undefined
  readonly contentType: string | undefined
  /** Whether the address has a query. */
  readonly hasQuery: boolean
  readonly body: string
}

/** A request of a program that says who it is; whether that is true is not known yet. */
export interface OAuthForm {
  readonly clientId: string
  readonly clientSecret: string
  /** Parameters with a value; unknown ones are ignored by who reads them. */
  readonly parameters: ReadonlyMap<string, string>
}

type Credentials = Pick<OAuthForm, 'clientId' | 'clientSecret'>

const refusal = (error: OAuthRefusal['error'], description: string): OAuthRefusal => ({ error, description })

export const isRefusal = (answer: object): answer is OAuthRefusal => 'error' in answer

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** The parameters of a body. A repeated one makes the request invalid; one without a value is left out (RFC 6749 §3.2). */
const readParameters = (body: string): ReadonlyMap<string, string> | OAuthRefusal => {
  const pairs = [...new URLSearchParams(body)]
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    return refusal('invalid_request', 'A parameter stands twice.')
  return new Map(pairs.filter(([, value]) => value !== ''))
}

/** Text as a form has it: encoded with percent signs, and spaces as plus signs; null for what is not. */
const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** `client_secret_basic` (RFC 6749 §2.3.1); null for any other header. */
const readBasic = (authorization: string): Credentials | null => {
  const base64 = /^basic +((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i.exec(
    authorization.trim(),
  )?.[1]
  if (base64 === undefined) return null
  const text = Buffer.from(base64, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const clientId = colon < 0 ? null : decoded(text.slice(0, colon))
  const clientSecret = colon < 0 ? null : decoded(text.slice(colon + 1))
  return clientId === null || clientSecret === null ? null : { clientId, clientSecret }
}

const readCredentials = (
  authorization: string | undefined,
  parameters: ReadonlyMap<string, string>,
): Credentials | OAuthRefusal => {
  const clientId = parameters.get('client_id')
  const clientSecret = parameters.get('client_secret')
  if (authorization === undefined)
    return clientId !== undefined && clientSecret !== undefined
      ? { clientId, clientSecret }
      : refusal('invalid_client', 'Send client_id and client_secret, by HTTP Basic or in the body.')
  if (clientId !== undefined || clientSecret !== undefined)
    return refusal('invalid_request', 'Send client_id and client_secret in one place, not in two.')
  return readBasic(authorization) ?? refusal('invalid_client', 'The Authorization header is not HTTP Basic.')
}

/** Reads a request to the token or the revocation endpoint, or says why it is invalid. */
export const readOAuthForm = ({
  authorization,
  contentType,
  hasQuery,
  body,
}: OAuthRequest): OAuthForm | OAuthRefusal => {
  if (!formType.test(contentType ?? ''))
    return refusal('invalid_request', 'The body has to be application/x-www-form-urlencoded.')
  // Addresses end up in logs.
  if (hasQuery) return refusal('invalid_request', 'Parameters belong in the body, not in the address.')
  const parameters = readParameters(body)
  if (isRefusal(parameters)) return parameters
  const credentials = readCredentials(authorization, parameters)
  return isRefusal(credentials) ? credentials : { ...credentials, parameters }
}

/** Why the shop does not support a grant; null for client credentials. */
export const grantRefusal = (parameters: ReadonlyMap<string, string>): OAuthRefusal | null => {
  const type = parameters.get('grant_type')
  if (type === undefined) return refusal('invalid_request', 'grant_type is missing.')
  return type === 'client_credentials'
    ? null
    : refusal('unsupported_grant_type', 'The only grant_type is client_credentials.')
}
