import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'
import { increaseMemberStates, statesOf } from '../rules/price-increase.ts'
import type { IncreaseRowKind } from '../rules/price-increase.ts'

type Db = Kysely<Database>

const CountRow = z.object({
  group_id: z.string(),
  state: z.enum(increaseMemberStates),
  count: z.number(),
  /** Of them, notices that went out, and first orders that came too early for a notice. */
  sent: z.number(),
  late: z.number(),
})

export type IncreaseCount = z.output<typeof CountRow>

/** Subscriptions of these increases by what became of them. */
export const countIncreaseMembers = async (
  db: Db,
  groupIds: readonly string[],
): Promise<readonly IncreaseCount[]> => {
  if (groupIds.length === 0) return []
  const rows = await db
    .selectFrom('desk_increase_member')
    .select(({ fn }) => [
      'group_id',
      'state',
      fn.countAll<number>().as('count'),
      fn.count<number>('notified_at').as('sent'),
      sql<number>`count(*) filter (where is_late)`.as('late'),
    ])
    .where('group_id', 'in', groupIds)
    .groupBy(['group_id', 'state'])
    .execute()
  return rows.map((row) => CountRow.parse(row))
}

/** The names of these accounts, without those that were deleted. */
export const selectMemberNames = async (
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('desk_account')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', accountIds)
    .execute()
  return new Map(
    rows.map(({ id, first_name: first, last_name: last }) => [
      id ?? '',
      `${first ?? ''} ${last ?? ''}`.trim(),
    ]),
  )
}

const MemberRow = z.object({
  subscription_id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  plan_code: z.string(),
  quantity: z.number(),
  currency: CurrencyCode,
  unit_price_cents: z.number(),
  price_cents: z.number(),
  notified_at: z.string().nullable(),
  from_on: z.string().nullable(),
  next_order_on: z.string().nullable(),
  is_late: z.boolean(),
})

interface MemberPage {
  readonly groupId: string
  readonly state: IncreaseRowKind
  readonly isLate: boolean
  /** A subscription. */
  readonly after: string | undefined
}

/** Subscriptions of one state by their ids: one more than a page. */
export const selectIncreaseMembers = async (
  db: Db,
  { groupId, state, isLate, after }: MemberPage,
  limit: number,
) => {
  const states = statesOf(state)
  const rows = await db
    .selectFrom('desk_increase_member')
    .selectAll()
    .where('group_id', '=', groupId)
    .$if(states !== null, (query) => query.where('state', 'in', states ?? []))
    .$if(states === null, (query) => query.where('notified_at', 'is not', null))
    .$if(isLate, (query) => query.where('is_late', '=', true))
    .$if(after !== undefined, (query) => query.where('subscription_id', '>', after ?? ''))
    .orderBy('subscription_id')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => MemberRow.parse(row))
}
