import { browserTime } from '#cart/browser/browser-time.ts'
import type { Groups } from '#consent/rules/consent.ts'
import { cutText } from '#shared/plain-text.ts'
import { collectorPath } from '../rules/collector-path.ts'
import { collectedFields } from '../rules/destinations.ts'
import type { ReportedEvent } from '../rules/cart-events.ts'
import { plannedProperties } from '../rules/event-properties.ts'
import type { Answer } from '../rules/event-sending.ts'
import { sendingLimits } from '../rules/event-sending.ts'
import { disclosedMessage } from '../rules/outgoing-message.ts'
import type { RecordedMessage } from '../rules/outgoing-message.ts'
import { anonymousId, random, countDropped, randomId } from './browser-storage.ts'
import { createEventQueue, createQueueMetrics } from './event-queue.ts'
import type { EventQueue } from './event-queue.ts'
import { arrivalContext } from './stored-campaign.ts'

const isMessage = (value: unknown): value is RecordedMessage =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  (value.type === 'page' || value.type === 'track' || value.type === 'identify') &&
  'messageId' in value &&
  typeof value.messageId === 'string' &&
  'timestamp' in value &&
  typeof value.timestamp === 'string'

/** The parts of a stored message that may be sent now: no more than the visitor's current consent allows. */
const sendable = (text: string, groups: Groups): readonly object[] => {
  try {
    const message: unknown = JSON.parse(text)
    const disclosed = isMessage(message) ? disclosedMessage(message, groups) : null
    return disclosed === null ? [] : [disclosed]
  } catch {
    return []
  }
}

const clockTime = (): string => new Date(browserTime()).toISOString()

const send = async (texts: readonly string[], groups: Groups | null): Promise<Answer> => {
  const batch = groups === null ? [] : texts.flatMap((text) => sendable(text, groups))
  if (batch.length === 0) return 'accepted'
  try {
    const { status } = await fetch(collectorPath, {
      method: 'POST',
      keepalive: true,
      signal: AbortSignal.timeout(sendingLimits.request),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ batch, sentAt: clockTime() }),
    })
    if (status < 400) return 'accepted'
    return status >= 500 || status === 429 || status === 408 ? 'failed' : 'refused'
  } catch {
    return navigator.onLine ? 'failed' : 'unreachable'
  }
}

type RecordedFields = Pick<RecordedMessage, 'type' | 'event' | 'name' | 'properties' | 'traits'>

export interface Tracker {
  readonly queue: EventQueue
  readonly page: (title: string, properties: { readonly path: string; readonly referrer: string }) => void
  /** `id`: the same id counts once, however often it is sent. */
  readonly track: (recorded: ReportedEvent, id?: string) => void
  readonly identify: (traits: Readonly<Record<string, unknown>>) => void
}

/** Records what happens, as far as the visitor allows it, and sends it by and by. `allowed`: the choice of this moment. */
export const createTracker = (allowedGroups: () => Groups | null): Tracker => {
  const metrics = createQueueMetrics(() => allowedGroups() !== null)
  const queue = createEventQueue({
    storage: localStorage,
    page: randomId(),
    now: browserTime,
    random,
    isOnline: () => navigator.onLine,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    send: (texts) => send(texts, allowedGroups()),
    countDropped,
    count: metrics.count,
  })
  const record = (recorded: RecordedFields, id = randomId()): void => {
    const groups = allowedGroups()
    const fields = groups && collectedFields(groups)
    if (!groups || !fields) return
    const disclosed = disclosedMessage(
      {
        ...recorded,
        messageId: id,
        timestamp: clockTime(),
        ...(fields.includes('visit') ? { anonymousId: anonymousId() } : {}),
        context: arrivalContext(),
      },
      groups,
    )
    if (disclosed !== null) queue.record(JSON.stringify(disclosed))
  }
  return {
    queue,
    page: (title, seen) => {
      const properties = plannedProperties('Page Viewed', seen) ?? {}
      record({ type: 'page', name: cutText(title, 300), properties })
    },
    track: ({ event, properties }, id) =>
      record({ type: 'track', event, properties: plannedProperties(event, properties) ?? {} }, id),
    identify: (traits) => record({ type: 'identify', traits }),
  }
}
