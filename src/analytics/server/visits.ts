import { keptConsent } from '#consent/rules/consent.ts'
import type { KeptConsent } from '#consent/rules/consent.ts'
import { brand } from '#shared/brand.ts'
import type { Retention } from '#shared/retention.ts'
import type { PayloadOf } from '#shared/call.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { collect, collectBatch, collectMetrics, collectOne } from '../calls.ts'
import { readMessage } from '../rules/collected-message.ts'
import type { CollectedMessage, Sender } from '../rules/collected-message.ts'
import type { MetricName } from '../rules/metrics.ts'
import { deleteDeliveriesBefore, forgetDeliveriesOf } from './delivery-store.ts'
import type { Destination } from './destination.ts'
import { blankEventsOf, countPages, countVisits, deleteEventsBefore, readEventsOf } from './event-store.ts'
import type { VisitStep } from './event-store.ts'
import { keepEvents } from './keep-events.ts'

/** What the collector needs of the house. */
export interface CollectorTools {
  readonly world: World
  /** The outside destinations that are switched on. */
  readonly destinations: readonly Destination[]
  /** Takes what browsers' queues count, for those who watch the shop. */
  readonly count: (metric: MetricName, value: number) => void
}

/** An agent of support is nobody's visit, and a visit counts by its consent alone. */
const consentOf = ({ cookies, privacySignal, actor }: CallContext): KeptConsent | null =>
  actor.kind === 'agent' ? null : keptConsent(cookies.get(brand.keys.consentCookie), privacySignal)

const senderOf = (
  context: CallContext,
  { visitId, groups }: KeptConsent,
  receivedAt: Temporal.Instant,
): Sender => ({
  receivedAt,
  visitId,
  groups,
  member:
    context.actor.kind === 'member'
      ? { accountId: context.actor.accountId, email: context.actor.email }
      : null,
  place: { country: context.country, region: context.region },
  userAgent: context.userAgent,
})

const keepMessages = async (
  { world, destinations }: CollectorTools,
  context: CallContext,
  messages: readonly CollectedMessage[],
): Promise<number> => {
  const consent = consentOf(context)
  if (consent === null) return 0
  return inTransaction(world, (work) => {
    const sender = senderOf(context, consent, work.now)
    const events = messages.flatMap((message) => {
      const event = readMessage(message, message.messageId ?? work.ids.uuid(), sender)
      return event ? [{ event, integrations: message.integrations }] : []
    })
    return keepEvents(work, destinations, events, { source: 'browser', visitId: consent.visitId })
  })
}

/** What analytics.js calls its messages in addresses. */
const shortTypes = { p: 'page', t: 'track', i: 'identify', a: 'alias', g: 'group' } as const

type Kind = PayloadOf<typeof collectOne>['kind']

const isShort = (kind: Kind): kind is keyof typeof shortTypes => Object.hasOwn(shortTypes, kind)

interface CollectorHandlers {
  readonly collect: Handler<typeof collect>
  readonly collectBatch: Handler<typeof collectBatch>
  readonly collectOne: Handler<typeof collectOne>
  readonly collectMetrics: Handler<typeof collectMetrics>
}

/** Answers the collector. The consent of the request itself decides, whatever the browser's script believed. */
export const createCollector = (tools: CollectorTools): CollectorHandlers => {
  const takeBatch = async (context: CallContext, { batch, ...shared }: PayloadOf<typeof collect>) => {
    const messages = batch.map((message) => ({ ...shared, ...message }))
    return { success: true as const, kept: await keepMessages(tools, context, messages) }
  }
  return {
    collect: takeBatch,
    collectBatch: takeBatch,
    collectOne: async (context, { kind, ...message }) => ({
      success: true,
      kept: await keepMessages(tools, context, [
        { ...message, type: isShort(kind) ? shortTypes[kind] : kind },
      ]),
    }),
    collectMetrics: async (context, { series }) => {
      if (consentOf(context) !== null) for (const { metric, value } of series) tools.count(metric, value)
      return { success: true }
    },
  }
}

/** How often each page was read in the last days, and by how many browsers. */
export const pagesRead = ({ database, clock }: Pick<World, 'database' | 'clock'>, days: number) =>
  countPages(database, clock.now().subtract({ hours: days * 24 }))

/** How many browsers took each of these steps from one moment on and before another; those that agreed to be counted. */
export const visitsBetween = (
  db: World['database'],
  steps: readonly VisitStep[],
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<readonly number[]> => countVisits(db, steps, from, to)

/** Forgets events, and what others were told of them, after so many days. */
export const forgetOldVisits = (
  world: World,
  { events, event_deliveries: deliveries }: Pick<Retention, 'events' | 'event_deliveries'>,
): Promise<void> =>
  inTransaction(world, async (work) => {
    await deleteEventsBefore(work, work.now.subtract({ hours: events * 24 }))
    await deleteDeliveriesBefore(work, work.now.subtract({ hours: deliveries * 24 }))
  })

/** What is kept of a member's visits, for the member's data file. */
export const eventsOf = (database: World['database'], accountId: string) => readEventsOf(database, accountId)

/** Takes a person out of what is kept: the member, and whoever entered the member's address as a visitor. */
export const forgetEventsOf = async (work: Work, accountId: string, email: string): Promise<void> => {
  await blankEventsOf(work, accountId, email)
  await forgetDeliveriesOf(work, accountId, email)
}
