import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookEvent } from './partner-api.ts'

/** A message of the shop whose signature is right. */
export interface WebhookMessage {
  /** The same for each time that the message is sent. */
  readonly id: string
  readonly event: WebhookEvent
}

interface Incoming {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As it arrived, byte by byte. */
  readonly body: string
}

/** Seconds that a message may be old, or ahead of this machine's clock: an older one was recorded by somebody. */
const tolerance = 300

const headerOf = ({ headers }: Incoming, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const isSignedBy = (secret: string, signed: string, signatures: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(signed).digest()
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',')
    const found = Buffer.from(text, 'base64')
    return version === 'v1' && found.length === expected.length && timingSafeEqual(found, expected)
  })
}

/**
 * Reads a message by Standard Webhooks; null for one that is not the shop's, or too old. Give both secrets while one takes
 * the place of the other. `now` is in milliseconds.
 */
export const readWebhook = (
  incoming: Incoming,
  secrets: readonly string[],
  now: number,
): WebhookMessage | null => {
  const id = headerOf(incoming, 'webhook-id')
  const timestamp = headerOf(incoming, 'webhook-timestamp')
  const age = Math.abs(now / 1_000 - Number(timestamp))
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || age > tolerance) return null
  const signed = `${id}.${timestamp}.${incoming.body}`
  const signatures = headerOf(incoming, 'webhook-signature')
  if (!secrets.some((secret) => isSignedBy(secret, signed, signatures))) return null
  return { id, event: JSON.parse(incoming.body) }
}
