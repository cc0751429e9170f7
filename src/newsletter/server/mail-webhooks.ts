import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { ownValue } from '#shared/own-value.ts'
import { ShopError } from '#shared/errors.ts'
import { bounceKind, reportDetail } from '../rules/delivery-report.ts'
import type { DeliveryReport } from '../rules/delivery-report.ts'

/** The keys with which mail services sign; null for one whose webhooks are not taken. */
export interface MailWebhookKeys {
  /** Of the shop's own format, as Standard Webhooks write it: `whsec_` and base64. */
  readonly generic: string | null
  /** The public key of SendGrid's Event Webhook: base64 of its DER form. */
  readonly sendgrid: string | null
}

interface MailWebhook {
  readonly provider: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly rawBody: string
  readonly now: Temporal.Instant
}

const toleranceSeconds = 300

const isFresh = (seconds: string, now: Temporal.Instant): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(now.epochMilliseconds / 1_000 - Number(seconds)) <= toleranceSeconds

const headerOf = ({ headers }: MailWebhook, name: string): string => {
  const value = ownValue(headers, name)
  return typeof value === 'string' ? value : ''
}

const isEqual = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Standard Webhooks: HMAC-SHA-256 of `<id>.<seconds>.<body>`; several signatures while a secret is replaced. */
const isSignedGeneric = (webhook: MailWebhook, secret: string): boolean => {
  const id = headerOf(webhook, 'webhook-id')
  const seconds = headerOf(webhook, 'webhook-timestamp')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${seconds}.${webhook.rawBody}`).digest()
  const signatures = headerOf(webhook, 'webhook-signature').split(' ')
  return (
    id !== '' &&
    isFresh(seconds, webhook.now) &&
    signatures.some((one) => one.startsWith('v1,') && isEqual(Buffer.from(one.slice(3), 'base64'), expected))
  )
}

/** SendGrid: ECDSA of `<seconds><body>`. */
const isSignedBySendGrid = (webhook: MailWebhook, publicKey: string): boolean => {
  const seconds = headerOf(webhook, 'x-twilio-email-event-webhook-timestamp')
  const signature = Buffer.from(headerOf(webhook, 'x-twilio-email-event-webhook-signature'), 'base64')
  if (signature.length === 0 || !isFresh(seconds, webhook.now)) return false
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify('sha256', Buffer.from(`${seconds}${webhook.rawBody}`), key, signature)
}

const Token = z
  .string()
  .regex(/^[0-9a-f]{24}$/)
  .nullish()
  .catch(null)

const GenericBody = z.object({
  event: z.enum(['bounced', 'delayed', 'complained']),
  email: Email.nullish(),
  /** What the mail's header `X-Newsletter-Copy` said. */
  copy: Token,
  /** Of a bounce, by RFC 3463. */
  status: z.string().max(20).default('5.0.0'),
  detail: z.string().max(2_000).default(''),
})

const readGeneric = (webhook: MailWebhook): DeliveryReport[] => {
  const { event, email, copy, status, detail } = parsed(GenericBody, webhook.rawBody)
  const kind = { complained: 'complaint', delayed: 'soft', bounced: bounceKind(status) } as const
  const eventKey = `generic ${headerOf(webhook, 'webhook-id')}`
  const words = event === 'complained' ? detail : `${status} ${detail}`
  return [
    {
      eventKey,
      kind: kind[event],
      email: email ?? null,
      copyToken: copy ?? null,
      detail: reportDetail(words),
    },
  ]
}

const SendGridBody = z.array(
  z.object({
    event: z.string(),
    email: z.string(),
    sg_event_id: z.string().max(200),
    type: z.string().optional(),
    status: z.string().optional(),
    reason: z.string().optional(),
  }),
)

const sendGridKind = ({ event, type, status = '' }: z.output<typeof SendGridBody>[number]) => {
  if (event === 'spamreport') return 'complaint'
  if (event !== 'bounce') return null
  // `blocked`: refused for now, or because of what the mail says.
  if (type === 'blocked') return 'soft'
  return /^\d\.\d+\.\d+$/.test(status) ? bounceKind(status) : 'hard'
}

const readSendGrid = ({ rawBody }: MailWebhook): DeliveryReport[] =>
  parsed(SendGridBody, rawBody).flatMap((one) => {
    const kind = sendGridKind(one)
    const email = Email.safeParse(one.email).data
    if (kind === null || email === undefined) return []
    const detail = reportDetail(`${one.status ?? ''} ${one.reason ?? ''}`)
    return [{ eventKey: `sendgrid ${one.sg_event_id}`, kind, email, copyToken: null, detail }]
  })

const parsed = <T extends z.ZodType>(shape: T, rawBody: string): z.output<T> => {
  try {
    return z.parse<T>(shape, JSON.parse(rawBody))
  } catch {
    throw new ShopError('VALIDATION_ERROR')
  }
}

/** Reads a webhook of a mail service. FORBIDDEN when it is not signed or older than five minutes; VALIDATION_ERROR for a signed body of another shape. */
export const readMailWebhook = (keys: MailWebhookKeys, webhook: MailWebhook): readonly DeliveryReport[] => {
  const { provider } = webhook
  if (provider === 'generic' && keys.generic !== null && isSignedGeneric(webhook, keys.generic))
    return readGeneric(webhook)
  if (provider === 'sendgrid' && keys.sendgrid !== null && isSignedBySendGrid(webhook, keys.sendgrid))
    return readSendGrid(webhook)
  throw new ShopError('FORBIDDEN')
}
