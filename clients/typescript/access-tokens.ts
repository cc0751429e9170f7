/** An app that the shop made for the partner (OAuth 2 client credentials). */
export interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** Some of the scopes of the app, with spaces between; all of them without it. */
  readonly scope?: string
}

/** Why the shop gave no token: `error` is one of RFC 6749 §5.2, such as `invalid_client`. */
export class AccessTokenError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description || error)
    this.name = 'AccessTokenError'
    this.status = status
    this.error = error
  }
}

interface Token {
  readonly text: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** A token is renewed that long before its end. */
const spareMs = 60_000

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const ask = async (shopUrl: string, { clientId, clientSecret, scope }: AppCredentials): Promise<Token> => {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scope !== undefined) form.set('scope', scope)
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  const reply = await fetch(new URL('/api/partner/oauth/token', shopUrl), {
    method: 'POST',
    headers,
    body: form,
  })
  const answer: Readonly<Record<string, unknown>> = await reply.json()
  if (!reply.ok)
    throw new AccessTokenError(reply.status, textOf(answer['error']), textOf(answer['error_description']))
  return { text: textOf(answer['access_token']), endsAt: Date.now() + Number(answer['expires_in']) * 1000 }
}

/** The access tokens of an app, each asked for once and kept until shortly before its end. */
export const createAccessTokens = (shopUrl: string, app: AppCredentials) => {
  let requested: Promise<Token> | null = null
  const renew = (): Promise<Token> => {
    const mine = ask(shopUrl, app)
    requested = mine
    // A failure is not kept.
    mine.catch(() => {
      if (requested === mine) requested = null
    })
    return mine
  }
  return {
    /** Throws AccessTokenError, and what `fetch` throws. */
    current: async (): Promise<string> => {
      const token = await (requested ?? renew())
      return token.endsAt - spareMs > Date.now() ? token.text : (await renew()).text
    },
    /** Has the next one be asked for: the shop does not know this one any more. */
    drop: () => {
      requested = null
    },
  }
}
