import { lockAccount } from '#account/server/accounts.ts'
import { parseConsentCookie } from '#consent/rules/consent.ts'
import type { CookieConsent } from '#consent/rules/consent.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Handler, RequestContext } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import * as endpoints from '../endpoints.ts'
import type { collect, collectOne } from '../endpoints.ts'
import { readMessage } from '../rules/collected-message.ts'
import type { CollectedMessage, Sender } from '../rules/collected-message.ts'
import type { MetricName } from '../rules/metrics.ts'
import { withoutKeys } from '../rules/site-down.ts'
import { reportSiteDown } from '../site-down-endpoints.ts'
import { forgetDeliveriesOf } from './delivery-store.ts'
import type { Destination } from './destination.ts'
import { anonymizeEventsOf, countPages } from './event-store.ts'
import { recordEvents } from './record-events.ts'

export { countVisits as visitsBetween, firstEventAt, readEventsOf as eventsOf } from './event-store.ts'

/** A log line for the operator, with the id of the request. */
const createReportSiteDown =
  ({ log }: Pick<AppDeps, 'log'>): Handler<typeof reportSiteDown> =>
  ({ requestId }, { page }) => {
    // A warning: anybody who can send a request can cause it.
    log.warn({ requestId, page: withoutKeys(page) }, 'a page could not be drawn')
    return Promise.resolve({ success: true })
  }

/** The dependencies of the collector. */
export interface CollectorServices {
  readonly deps: AppDeps
  /** The outside destinations that are switched on. */
  readonly destinations: readonly Destination[]
  /** Takes what browsers' queues count, for those who watch the shop. */
  readonly count: (metric: MetricName, value: number) => void
}

/** An agent is not a visitor, and a visit counts only with consent. */
const consentOf = ({ cookies, privacySignal, actor }: RequestContext): CookieConsent | null =>
  actor.kind === 'agent' ? null : parseConsentCookie(cookies.get(brand.keys.consentCookie), privacySignal)

const senderOf = (
  context: RequestContext,
  { visitId, groups }: CookieConsent,
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

const recordMessages = async (
  { deps, destinations }: CollectorServices,
  context: RequestContext,
  messages: readonly CollectedMessage[],
): Promise<number> => {
  const consent = consentOf(context)
  if (consent === null) return 0
  const { actor } = context
  return inTransaction(deps, async (tx) => {
    // Serializes this with the deletion of the account, after which nothing of it is written.
    if (actor.kind === 'member' && (await lockAccount(tx.db, actor.accountId)) === null) return 0
    const sender = senderOf(context, consent, tx.now)
    const events = messages.flatMap((message) => {
      const event = readMessage(message, message.messageId ?? tx.ids.uuid(), sender)
      return event ? [{ event, integrations: message.integrations }] : []
    })
    return recordEvents(tx, destinations, events, { source: 'browser', visitId: consent.visitId })
  })
}

/** The names of messages in analytics.js's paths. */
const shortTypes = { p: 'page', t: 'track', i: 'identify', a: 'alias', g: 'group' } as const

type Kind = PayloadOf<typeof collectOne>['kind']

const isShortType = (kind: Kind): kind is keyof typeof shortTypes => Object.hasOwn(shortTypes, kind)

type CollectorHandlers = HandlersFor<typeof endpoints>

/** Answers the collector. The consent of the request itself decides, whatever the browser's script believed. */
const createCollector = (services: CollectorServices): CollectorHandlers => {
  const acceptBatch = async (context: RequestContext, { batch, ...shared }: PayloadOf<typeof collect>) => {
    const messages = batch.map((message) => ({ ...shared, ...message }))
    return { success: true as const, recorded: await recordMessages(services, context, messages) }
  }
  return {
    collect: acceptBatch,
    collectBatch: acceptBatch,
    collectOne: async (context, { kind, ...message }) => ({
      success: true,
      recorded: await recordMessages(services, context, [
        { ...message, type: isShortType(kind) ? shortTypes[kind] : kind },
      ]),
    }),
    collectMetrics: async (context, { series }) => {
      if (consentOf(context) !== null) for (const { metric, value } of series) services.count(metric, value)
      return { success: true }
    },
  }
}

/** How often each page was read in the last days, and by how many browsers. */
export const pageViews = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>, days: number) =>
  countPages(database, clock.now().subtract({ hours: days * 24 }))

/** Events that were received before a moment are of no more use. */
export { deleteEventsBefore as forgetEventsBefore } from './event-store.ts'

/** Removes a person from stored events: the member, and anybody who entered the member's address as a visitor. */
export const forgetEventsOf = async (tx: Tx, accountId: string, email: string): Promise<void> => {
  await anonymizeEventsOf(tx, accountId, email)
  await forgetDeliveriesOf(tx, accountId, email)
}

/** The endpoints of analytics. */
export const analyticsRoutes = (services: CollectorServices): readonly Route[] =>
  routes(
    { ...endpoints, reportSiteDown },
    { ...createCollector(services), reportSiteDown: createReportSiteDown(services.deps) },
  )
