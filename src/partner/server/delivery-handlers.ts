import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type * as endpoints from '../desk-endpoints.ts'
import type { DeskDelivery, DeskWebhook } from '../desk-endpoints.ts'
import { deliveryDays, firstShownDay, failuresBeforePause } from '../webhook/rules/delivery-plan.ts'
import { eventBody, messageId } from '../webhook/rules/event-body.ts'
import { selectAttempts } from '../webhook/server/attempt-store.ts'
import {
  countDeliveryDays,
  countOpenDeliveries,
  selectDeliveries,
  selectDelivery,
} from '../webhook/server/delivery-list-store.ts'
import type { ListedDelivery } from '../webhook/server/delivery-list-store.ts'
import { selectEvents } from '../webhook/server/event-store.ts'
import { listWebhooks, replayWebhooks, webhookById } from '../webhook/server/webhooks.ts'
import type { WebhookEndpoint } from '../webhook/server/webhooks.ts'

type Handlers = HandlersFor<typeof endpoints>
type Counts = Awaited<ReturnType<typeof countOpenDeliveries>>
type Attempts = Awaited<ReturnType<typeof selectAttempts>>

const pageSize = 50

const wireWebhook = (endpoint: WebhookEndpoint, counts: Counts): DeskWebhook => {
  const countOf = (state: ListedDelivery['state']): number =>
    counts.find((one) => one.endpoint_id === endpoint.id && one.state === state)?.count ?? 0
  return {
    id: endpoint.id,
    name: endpoint.name,
    url: endpoint.url,
    event_types: [...endpoint.eventTypes],
    created_at: endpoint.createdAt.toString(),
    off_at: endpoint.offAt?.toString() ?? null,
    off_reason: endpoint.offReason,
    old_secret_until: endpoint.oldSecretUntil?.toString() ?? null,
    failures: endpoint.failures,
    paused_until: endpoint.pausedUntil?.toString() ?? null,
    state: endpoint.offAt !== null ? 'off' : endpoint.failures >= failuresBeforePause ? 'failing' : 'fine',
    waiting: countOf('waiting'),
    given_up: countOf('given-up'),
  }
}

const wireDelivery = (row: ListedDelivery, attempts: Attempts): DeskDelivery => {
  const last = attempts.find(({ eventId }) => eventId === row.event_id)
  return {
    event_id: row.event_id,
    type: row.type,
    subject: row.ordering_key,
    order_number: row.order_number,
    state: row.state,
    attempts: row.attempts,
    happened_at: row.happened_at,
    next_at: row.state === 'waiting' ? row.next_at : null,
    answer: last ? (last.status === null ? last.detail : String(last.status)) : null,
  }
}

/** In place of a body whose form this release does not know. */
const newerBody = 'A newer release of the shop has recorded this event, and sends it.'

const found = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new ShopError('NOT_FOUND')
  return value
}

const webhookOf = async ({ database }: AppDeps, id: string): Promise<DeskWebhook> =>
  wireWebhook(found(await webhookById(database, id)), await countOpenDeliveries(database))

const wireAttempt = ({ sentAt, status, milliseconds, detail }: Attempts[number]) => ({
  sent_at: sentAt,
  status,
  milliseconds,
  detail,
})

const daysOf = async ({ database, clock }: AppDeps, id: string) => {
  const today = dateIn(clock.now(), brand.timeZone)
  return deliveryDays(await countDeliveryDays(database, id, firstShownDay(today)), today)
}

const createReads = (
  deps: AppDeps,
): Pick<Handlers, 'listDeskWebhooks' | 'viewDeskWebhook' | 'viewDeskDelivery'> => ({
  listDeskWebhooks: async () => {
    const counts = await countOpenDeliveries(deps.database)
    return { webhooks: (await listWebhooks(deps.database)).map((one) => wireWebhook(one, counts)) }
  },
  viewDeskWebhook: async (_context, { id, state = null, before = null }) => {
    const webhook = await webhookOf(deps, id)
    const rows = await selectDeliveries(deps.database, id, { state, before, limit: pageSize + 1 })
    const shown = rows.slice(0, pageSize)
    const attempts = await selectAttempts(
      deps.database,
      id,
      shown.map((row) => row.event_id),
    )
    return {
      webhook,
      deliveries: shown.map((row) => wireDelivery(row, attempts)),
      older: rows.length > pageSize ? (shown.at(-1)?.position ?? null) : null,
      days: before === null ? [...(await daysOf(deps, id))] : [],
      now: deps.clock.now().toString(),
    }
  },
  viewDeskDelivery: async (_context, { id, event_id: eventId }) => {
    const webhook = await webhookOf(deps, id)
    const row = found(await selectDelivery(deps.database, id, eventId))
    const event = (await selectEvents(deps.database, [eventId])).get(eventId)
    const attempts = await selectAttempts(deps.database, id, [eventId])
    return {
      webhook,
      delivery: wireDelivery(row, attempts),
      message_id: messageId(eventId),
      body: event ? eventBody(event) : newerBody,
      attempts: attempts.map(wireAttempt),
    }
  },
})

/** Where a day of the shop begins. */
const startOf = (day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime(brand.timeZone).toInstant()

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

/** Lists what was sent to the endpoints of partners, and sends it again. */
export const createDeliveryHandlers = (
  deps: AppDeps,
): Pick<
  Handlers,
  'listDeskWebhooks' | 'viewDeskWebhook' | 'viewDeskDelivery' | 'replayDeskDelivery' | 'replayDeskDeliveries'
> => ({
  ...createReads(deps),
  replayDeskDelivery: async (context, { id, event_id: eventId }) => {
    const by = { actor: staffOf(context), requestId: context.requestId }
    found(await selectDelivery(deps.database, id, eventId))
    return { count: await inTransaction(deps, (tx) => replayWebhooks(tx, by, id, { eventId })) }
  },
  replayDeskDeliveries: async (context, { id, from, until, given_up_only: onlyGivenUp }) => {
    const by = { actor: staffOf(context), requestId: context.requestId }
    const range = { since: startOf(from), until: startOf(dayAfter(until)), onlyGivenUp }
    return { count: await inTransaction(deps, (tx) => replayWebhooks(tx, by, id, range)) }
  },
})
