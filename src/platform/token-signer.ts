import { createHmac, timingSafeEqual } from 'node:crypto'

/** Texts that leave the shop and must come back unchanged: tokens of forms and of mailed links. */
export interface TokenSigner {
  /** The text with its signature; both can be read, neither can be changed. Safe in addresses. */
  readonly sign: (text: string) => string
  /** The text of a signed one; null for anything that was not signed here for the same purpose. */
  readonly verify: (token: string) => string | null
}

/** A separate signing key for each purpose, so that a token for one purpose is never valid for another. */
export const createTokenSigner = (secret: string, purpose: string): TokenSigner => {
  const key = createHmac('sha256', secret).update(`seal: ${purpose}`).digest()
  const signatureOf = (body: string): string => createHmac('sha256', key).update(body).digest('base64url')
  return {
    sign: (text) => {
      const body = Buffer.from(text).toString('base64url')
      return `${body}.${signatureOf(body)}`
    },
    verify: (token) => {
      const [body = '', signature = '', ...rest] = token.split('.')
      // As texts: two spellings of the same bytes would be two tokens where one is meant.
      const given = Buffer.from(signature)
      const expected = Buffer.from(signatureOf(body))
      if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
        return null
      return Buffer.from(body, 'base64url').toString('utf8')
    },
  }
}
