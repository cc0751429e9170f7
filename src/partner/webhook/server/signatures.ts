import { createHmac } from 'node:crypto'
import type { WebhookEndpoint } from './endpoint-store.ts'

const prefix = 'whsec_'

/**
 * A secret of an endpoint, in the form of Standard Webhooks: `whsec_` and 32 bytes in base64. It follows from the shop's own
 * secret, so that no table and no backup has it.
 */
export const webhookSecret = (shopSecret: string, endpointId: string, number: number): string => {
  const bytes = createHmac('sha256', shopSecret).update(`webhook secret: ${endpointId}: ${number}`).digest()
  return `${prefix}${bytes.toString('base64')}`
}

/** What is signed of a message: its id, its time in seconds and its body. */
interface SignedMessage {
  readonly id: string
  readonly timestamp: number
  readonly body: string
}

/** The signature of a message: `v1,` and an HMAC with SHA-256 in base64. */
const signatureOf = (secret: string, { id, timestamp, body }: SignedMessage): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** The headers of a message; after a rotation it is signed with both secrets. */
export const signedHeaders = (
  shopSecret: string,
  { id: endpointId, secretNumber, oldSecretUntil }: WebhookEndpoint,
  message: SignedMessage,
  now: Temporal.Instant,
): Readonly<Record<string, string>> => {
  const hasOld = oldSecretUntil !== null && Temporal.Instant.compare(now, oldSecretUntil) < 0
  const numbers = hasOld ? [secretNumber, secretNumber - 1] : [secretNumber]
  const signatures = numbers.map((number) =>
    signatureOf(webhookSecret(shopSecret, endpointId, number), message),
  )
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
