import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { AuditActor } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import { isLoopbackAddress, isNumericAddress, isPublicAddress } from '#platform/public-addresses.ts'
import { maxUrlLength } from '../../rules/partner-order.ts'
import type { EventType } from '../rules/event-types.ts'
import { insertEndpoint, lockEndpoint, updateOff, updateSecret } from './endpoint-store.ts'
import type { WebhookEndpoint } from './endpoint-store.ts'
import { replayDeliveries } from './event-store.ts'
import type { ReplayRange } from './event-store.ts'
import { webhookSecret } from './signatures.ts'

export { selectEndpoint as webhookById, selectEndpoints as listWebhooks } from './endpoint-store.ts'
export type { WebhookEndpoint } from './endpoint-store.ts'

const subjectOf = (id: string): string => `webhook:${id}`

/** How long the old secret still signs after a rotation. */
const secretOverlap = Temporal.Duration.from({ hours: 24 })

/** What a new endpoint is asked for with. */
interface WebhookRequest {
  readonly name: string
  readonly url: string
  readonly eventTypes: readonly EventType[]
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether the address is a number to which nothing is sent. */
const isForbiddenNumber = (hostname: string, isSandbox: boolean): boolean => {
  const name = hostname.replaceAll(/^\[|\]$/g, '')
  return isNumericAddress(name) && !isPublicAddress(name) && !(isSandbox && isLoopbackAddress(name))
}

/**
 * Why events are not sent to an address, as a sentence; null for a good one. Outside of a sandbox it has to be https; what
 * its name resolves to is checked each time that something is sent.
 */
export const urlProblem = (text: string, isSandbox: boolean): string | null => {
  if (text.length > maxUrlLength || !URL.canParse(text))
    return 'Please enter an address such as https://partner.example/hooks.'
  const { protocol, username, password, hash, hostname } = new URL(text)
  if (username !== '' || password !== '') return 'Please leave out the user name and the password.'
  if (hash !== '') return 'Please leave out what follows the #.'
  if (protocol === 'https:')
    return isForbiddenNumber(hostname, isSandbox) ? 'This address is not of the public Internet.' : null
  if (protocol === 'http:' && isSandbox && loopback.test(hostname)) return null
  return 'Please enter an address that begins with https://.'
}

/** Throws VALIDATION_ERROR for an address to which nothing is ever sent. */
const checkUrl = (url: string, isSandbox: boolean): void => {
  const problem = urlProblem(url, isSandbox)
  if (problem !== null) throw new ShopError('VALIDATION_ERROR', { fields: { url: problem } })
}

/** Begins to send events to an address; returns its secret, once. VALIDATION_ERROR. */
export const createWebhook = async (
  tx: Tx,
  deps: Pick<AppDeps, 'secret'>,
  by: AuditActor,
  { isSandbox, ...request }: WebhookRequest & { readonly isSandbox: boolean },
): Promise<{ readonly id: string; readonly secret: string }> => {
  checkUrl(request.url, isSandbox)
  const id = tx.ids.uuid()
  await insertEndpoint(tx, { id, ...request })
  await tx.invalidate('webhook')
  const { name, url, eventTypes } = request
  const after = { name, url, events: eventTypes.join(' ') }
  recordAction(tx, by, { action: 'webhook.created', subject: subjectOf(id), after })
  return { id, secret: webhookSecret(deps.secret, id, 1) }
}

const locked = async (tx: Tx, id: string): Promise<WebhookEndpoint> => {
  const endpoint = await lockEndpoint(tx, id)
  if (endpoint === null) throw new ShopError('NOT_FOUND', { detail: 'There is no such webhook.' })
  return endpoint
}

/** Sends nothing more to an endpoint; what waits for it waits on. Off already, it stays as it is. NOT_FOUND. */
export const turnWebhookOff = async (tx: Tx, by: AuditActor, id: string, reason: string): Promise<void> => {
  if ((await locked(tx, id)).offAt !== null) return
  await updateOff(tx, id, reason)
  await tx.invalidate('webhook')
  recordAction(tx, by, { action: 'webhook.turned-off', subject: subjectOf(id), reason })
}

/** Sends to an endpoint again, from what waits on. On already, it stays as it is. NOT_FOUND. */
export const turnWebhookOn = async (tx: Tx, by: AuditActor, id: string): Promise<void> => {
  if ((await locked(tx, id)).offAt === null) return
  await updateOff(tx, id, null)
  await tx.invalidate('webhook')
  recordAction(tx, by, { action: 'webhook.turned-on', subject: subjectOf(id) })
}

/** A new secret; for a day messages are signed with the old one, too. Returns the new one, once. NOT_FOUND. */
export const rotateWebhookSecret = async (
  tx: Tx,
  deps: Pick<AppDeps, 'secret'>,
  by: AuditActor,
  id: string,
): Promise<{ readonly secret: string; readonly oldUntil: Temporal.Instant }> => {
  const number = (await locked(tx, id)).secretNumber + 1
  const oldUntil = tx.now.add(secretOverlap)
  await updateSecret(tx, id, number, oldUntil)
  recordAction(tx, by, { action: 'webhook.secret-rotated', subject: subjectOf(id), after: { number } })
  return { secret: webhookSecret(deps.secret, id, number), oldUntil }
}

/** Sends events again to an endpoint, with the same ids and bodies; returns how many. NOT_FOUND. */
export const replayWebhooks = async (
  tx: Tx,
  by: AuditActor,
  id: string,
  range: ReplayRange,
): Promise<number> => {
  await locked(tx, id)
  const count = await replayDeliveries(tx, id, range)
  const what: Readonly<Record<string, string | boolean>> =
    'eventId' in range
      ? { event: range.eventId }
      : { since: range.since.toString(), until: range.until.toString(), given_up_only: range.onlyGivenUp }
  recordAction(tx, by, { action: 'webhook.replayed', subject: subjectOf(id), after: { ...what, count } })
  return count
}
