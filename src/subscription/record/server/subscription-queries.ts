import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { parkedIds } from './parked-store.ts'
import { selectUnqueued } from './price-increase-store.ts'
import { liveStates, noticesDueNow } from './subscription-columns.ts'
import { subscriptionsIn } from './subscription-store.ts'
import type { DayColumn } from './subscription-store.ts'
import { subscriptionsFrom } from './subscription-record.ts'
import type { StoredSubscription } from './subscription-record.ts'

const oldestFirst = [sql`activated_at`, sql`line_position`, sql`id`]

/** By what a member's subscriptions are sorted: `next-order` has those with an order to come first, then paused, then ended ones. */
const sortKeys = {
  oldest: oldestFirst,
  'next-order': [
    sql`case when state in ('active', 'future') then 0 when state = 'paused' then 1 else 2 end`,
    sql`coalesce(next_order_on, 'infinity'::date)`,
    ...oldestFirst,
  ],
} as const

/** A part of a member's subscriptions. */
export interface SubscriptionPart {
  readonly sort: keyof typeof sortKeys
  /** The subscription before the first one; an unknown one, or another member's, has none after it. */
  readonly after?: string | undefined
  readonly limit: number
}

/** This many of a member's subscriptions. */
export const selectSubscriptionsPart = async (
  db: Kysely<Database>,
  accountId: string,
  { sort, after, limit }: SubscriptionPart,
): Promise<StoredSubscription[]> => {
  const own = subscriptionsIn(db).where('account_id', '=', accountId)
  const keys = sortKeys[sort]
  const before = own
    .where('id', '=', after ?? '')
    .select(keys.map((key, position) => key.as(`key${position}`)))
  const part = own
    .selectAll()
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(${sql.join([...keys])}) > ${before}`))
    .orderBy(sql.join([...keys]))
    .limit(limit)
  return subscriptionsFrom(await part.execute())
}

/** Paused subscriptions that would have had an order on one of these days. */
export const selectPausedOn = async (
  db: Kysely<Database>,
  days: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
): Promise<readonly { subscriptionId: string; accountId: string; dueOn: string }[]> => {
  const rows = await subscriptionsIn(db)
    .select(['id', 'account_id', 'next_order_on'])
    .where('state', '=', 'paused')
    .where('next_order_on', '>', days.from.toString())
    .where('next_order_on', '<=', days.to.toString())
    // Paused on its date by a refused card: the run says so already.
    .whereRef('paused_on', '<', 'next_order_on')
    .execute()
  return rows.flatMap(({ id, account_id: accountId, next_order_on: dueOn }) =>
    dueOn === null ? [] : [{ subscriptionId: id, accountId, dueOn }],
  )
}

/** Active subscriptions that are checked later than on the day of their order. */
export const selectPostponed = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const rows = await subscriptionsIn(db)
    .select('id')
    .where('state', '=', 'active')
    .whereRef('next_attempt_on', '>', 'next_order_on')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
/** Subscriptions ordered by id, after `after`; `livePlan` selects live ones of one plan. */
export const selectSubscriptionsAfter = async (
  db: Kysely<Database>,
  after: string | null,
  limit: number,
  livePlan: string | null = null,
): Promise<StoredSubscription[]> =>
  subscriptionsFrom(
    await subscriptionsIn(db)
      .selectAll()
      .$if(livePlan !== null, (query) =>
        query.where('plan_code', '=', livePlan).where('state', 'in', liveStates),
      )
      .$if(after !== null, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(limit)
      .execute(),
  )

const earliest = (db: Kysely<Database>, states: readonly string[], day: DayColumn) =>
  subscriptionsIn(db)
    .select(`${day} as day`)
    .where('state', 'in', states)
    .where(day, 'is not', null)
    .where('id', 'not in', parkedIds(db))
    .orderBy(day)
    .limit(1)
    .executeTakeFirst()

/** The earliest day on which a renewal is due, a pause ends or notices are checked. */
export const selectNextActionOn = async (db: Kysely<Database>): Promise<string | null> => {
  const found = [
    await earliest(db, ['active'], 'next_attempt_on'),
    await earliest(db, ['future'], 'next_order_on'),
    await earliest(db, ['paused'], 'paused_until'),
    await earliest(db, liveStates, 'notices_on'),
    (await selectUnqueued(db)).length > 0 ? { day: noticesDueNow } : undefined,
  ]
  const days = found.flatMap((row) => (row?.day ? [row.day] : []))
  return days.sort()[0] ?? null
}

/** As `lockSubscription`, for those that a query selects, in the order of their ids: locked before other rows. */
export const lockSubscriptionsBy = async (
  tx: Tx,
  ids: Expression<{ readonly subscription_id: string }>,
): Promise<StoredSubscription[]> =>
  subscriptionsFrom(
    await subscriptionsIn(tx.db)
      .selectAll()
      .where(sql<boolean>`id in ${ids}`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),
  )

/** The subscriptions with these ids, in any order. */
export const selectSubscriptionsById = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<StoredSubscription[]> =>
  ids.length === 0
    ? []
    : subscriptionsFrom(await subscriptionsIn(db).selectAll().where('id', 'in', ids).execute())

/** The remaining orders of these subscriptions and of all others with an end. */
export const selectRemainingOrders = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly Pick<StoredSubscription, 'id' | 'remainingOrders'>[]> =>
  subscriptionsIn(db)
    .select(['id', 'remaining_orders as remainingOrders'])
    .where((is) =>
      is.or([is('remaining_orders', 'is not', null), sql<boolean>`id = any(${[...ids]}::uuid[])`]),
    )
    .execute()

/** Whether one of these cards pays a live subscription of a member, or is to pay one after the charge in flight. */
export const paysSubscription = async (
  db: Kysely<Database>,
  accountId: string,
  paymentMethodIds: readonly string[],
): Promise<boolean> => {
  const found = await subscriptionsIn(db)
    .select('id')
    .where('account_id', '=', accountId)
    .where((is) =>
      is.or([
        is('waiting_card_id', 'in', paymentMethodIds),
        is.and([is('state', 'in', liveStates), is('payment_method_id', 'in', paymentMethodIds)]),
      ]),
    )
    .limit(1)
    .execute()
  return found.length > 0
}

/** All subscriptions of a member, locked in the order of their ids. */
export const lockSubscriptionsOf = async (tx: Tx, accountId: string): Promise<StoredSubscription[]> =>
  subscriptionsFrom(
    await subscriptionsIn(tx.db)
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),
  )

/** A member's subscriptions that ship to an address, those that ended during a charge too, locked in the order of their ids. */
export const lockSubscriptionsTo = async (
  tx: Tx,
  accountId: string,
  addressId: string,
): Promise<StoredSubscription[]> =>
  subscriptionsFrom(
    await subscriptionsIn(tx.db)
      .selectAll()
      .where('account_id', '=', accountId)
      .where('address_id', '=', addressId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),
  )

/** How many active subscriptions were due before a day, without those that are parked. */
export const countRenewalsBefore = async (db: Kysely<Database>, day: Temporal.PlainDate): Promise<number> => {
  const row = await subscriptionsIn(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'active')
    .where('next_attempt_on', '<', day.toString())
    .where('id', 'not in', parkedIds(db))
    .executeTakeFirstOrThrow()
  return row.count
}
