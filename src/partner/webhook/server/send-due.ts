import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { startStopwatch } from '#platform/clock.ts'
import type { Clock } from '#platform/clock.ts'
import { PublicSenderFailure } from '#platform/public-sender.ts'
import type { PublicSender } from '#platform/public-sender.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isGone, isTaken, nextAttempt, pausedUntil, sendingMode } from '../rules/delivery-plan.ts'
import { eventBody, messageId } from '../rules/event-body.ts'
import type { RecordedEvent } from '../rules/event-body.ts'
import {
  addFailure,
  clearFailures,
  selectActiveEndpoints,
  selectEndpoint,
  updateOff,
  updatePause,
} from './endpoint-store.ts'
import type { WebhookEndpoint } from './endpoint-store.ts'
import { insertAttempt } from './attempt-store.ts'
import {
  claimDeliveries,
  hastenDeliveries,
  postponeDelivery,
  selectDueEndpoints,
  selectEvents,
  settleDelivery,
} from './event-store.ts'
import type { ClaimedDelivery } from './event-store.ts'
import { signedHeaders } from './signatures.ts'

/** What sending needs. */
export interface WebhookServices {
  readonly deps: AppDeps
  readonly sender: PublicSender
  /** Receivers compare the time of a message with their own, whatever the shop's clock says. */
  readonly machineClock: Clock
}

/** Messages to one endpoint at the same time, each of another key. */
const width = 10

/** Milliseconds until an answer must be here, and how much of it is stored. */
const timeoutMs = 10_000
const storedBytes = 500

/** How long a message counts as being sent: longer than any takes. After a killed process it is sent again then. */
const claimLife = Temporal.Duration.from({ seconds: 30 })

interface Sent {
  readonly status: number | null
  readonly milliseconds: number
  readonly detail: string
}

const failureTexts = {
  address: 'The address leads into a private network; nothing was sent.',
  timeout: `No answer within ${timeoutMs / 1_000} seconds.`,
  connection: 'The connection failed.',
} as const

const send = async (
  { deps, sender, machineClock }: WebhookServices,
  endpoint: WebhookEndpoint,
  event: RecordedEvent,
): Promise<Sent> => {
  const now = machineClock.now()
  const timestamp = Math.floor(now.epochMilliseconds / 1_000)
  const body = eventBody(event)
  const message = { id: messageId(event.id), timestamp, body }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'webhooks/1',
    ...signedHeaders(deps.secret, endpoint, message, deps.clock.now()),
  }
  const elapsed = startStopwatch()
  try {
    const { status, text } = await sender.post({
      url: endpoint.url,
      headers,
      body,
      timeoutMs,
      maxBytes: storedBytes,
    })
    // A null character is no text for the database.
    return { status, milliseconds: Math.round(elapsed()), detail: text.replaceAll('\0', '') }
  } catch (thrown) {
    if (!(thrown instanceof PublicSenderFailure)) throw thrown
    return { status: null, milliseconds: Math.round(elapsed()), detail: failureTexts[thrown.reason] }
  }
}

/** Locks the endpoint, where it has failures, before its deliveries, as every failure does. */
const recordTaken = async (tx: Tx, delivery: ClaimedDelivery): Promise<void> => {
  const isBack = !delivery.isReplay && (await clearFailures(tx, delivery.endpointId))
  await settleDelivery(tx, delivery, 'delivered')
  if (isBack) await hastenDeliveries(tx, delivery.endpointId)
}

const countFailure = async (tx: Tx, endpointId: string): Promise<void> => {
  const until = pausedUntil(await addFailure(tx, endpointId), tx.now)
  if (until !== null) await updatePause(tx, endpointId, until)
}

const recordFailed = async (tx: Tx, delivery: ClaimedDelivery, { status }: Sent): Promise<void> => {
  const { endpointId } = delivery
  // A replay by a person does not count for the state of the endpoint.
  if (!delivery.isReplay) await countFailure(tx, endpointId)
  if (status !== null && isGone(status)) {
    await updateOff(tx, endpointId, 'The receiver answered 410: it wants nothing any more.')
    await tx.invalidate('webhook')
  }
  const nextAt = nextAttempt(delivery, tx.now, tx.ids.fraction())
  if (nextAt === null) await settleDelivery(tx, delivery, 'given-up')
  else await postponeDelivery(tx, delivery, nextAt)
}

const sendOne = async (
  services: WebhookServices,
  endpoint: WebhookEndpoint,
  delivery: ClaimedDelivery,
  event: RecordedEvent,
): Promise<void> => {
  const { deps } = services
  const sent = await send(services, endpoint, event)
  deps.reachCrashPoint('webhook: sent')
  await inTransaction(deps, async (tx) => {
    const { endpointId, eventId } = delivery
    await insertAttempt(tx, { endpointId, eventId, ...sent })
    if (sent.status !== null && isTaken(sent.status)) await recordTaken(tx, delivery)
    else await recordFailed(tx, delivery, sent)
  })
}

/** Sends what is due of one endpoint, batch by batch, as its health allows, until it is stopped. */
export const sendTo = async (
  services: WebhookServices,
  endpointId: string,
  isStopped: () => boolean,
): Promise<void> => {
  const { deps } = services
  while (!isStopped()) {
    const endpoint = await selectEndpoint(deps.database, endpointId)
    if (endpoint === null || endpoint.offAt !== null) return
    const mode = sendingMode(endpoint, deps.clock.now())
    const claimed = await inTransaction(deps, (tx) =>
      claimDeliveries(tx, { id: endpointId, mode }, width, tx.now.add(claimLife)),
    )
    if (claimed.length === 0) return
    const events = await selectEvents(
      deps.database,
      claimed.map(({ eventId }) => eventId),
    )
    await Promise.all(
      claimed.flatMap((delivery) => {
        const event = events.get(delivery.eventId)
        return event === undefined ? [] : [sendOne(services, endpoint, delivery, event)]
      }),
    )
  }
}

/** The endpoints for which something is to be sent now. A shop that never had one asks nothing. */
export const dueEndpoints = async ({ deps }: WebhookServices): Promise<string[]> => {
  if (deps.state.version('webhook') === 0) return []
  const endpoints = await selectActiveEndpoints(deps.database)
  const now = deps.clock.now()
  const sending = endpoints.map((endpoint) => ({ id: endpoint.id, mode: sendingMode(endpoint, now) }))
  return sending.length === 0 ? [] : selectDueEndpoints(deps.database, sending, now)
}
