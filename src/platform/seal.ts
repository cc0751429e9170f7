import { createHmac, timingSafeEqual } from 'node:crypto'

/** Texts that leave the house and must come back unchanged: tokens of forms and of links that stand in mails. */
export interface Seal {
  /** The text with its signature; both can be read, neither can be changed. Safe in addresses. */
  readonly close: (text: string) => string
  /** The text of a sealed one; null for anything that was not sealed here for the same purpose. */
  readonly open: (sealed: string) => string | null
}

/** A seal of its own for each purpose, so that what was signed for one thing never stands for another. */
export const createSeal = (secret: string, purpose: string): Seal => {
  const key = createHmac('sha256', secret).update(`seal: ${purpose}`).digest()
  const signatureOf = (body: string): string => createHmac('sha256', key).update(body).digest('base64url')
  return {
    close: (text) => {
      const body = Buffer.from(text).toString('base64url')
      return `${body}.${signatureOf(body)}`
    },
    open: (sealed) => {
      const [body = '', signature = '', ...rest] = sealed.split('.')
      // As texts: two spellings of the same bytes would be two tokens where one is meant.
      const given = Buffer.from(signature)
      const right = Buffer.from(signatureOf(body))
      if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null
      return Buffer.from(body, 'base64url').toString('utf8')
    },
  }
}
