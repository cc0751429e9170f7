import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Charge } from '#payment/charge/server/payments.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { CaseState, DunningEnd } from '../rules/dunning.ts'
import { caseFrom } from './dunning-case-record.ts'
import type { StoredDunningCase } from './dunning-case-record.ts'
import type { BillingCycle } from '#subscription/record/server/billing-cycle-record.ts'

interface Declined {
  readonly cycle: BillingCycle
  readonly kind: string
  readonly reason: string
}

/** The case of a cycle with one refusal more; a closed one is opened again and counts from one. */
export const countRefusal = async (tx: Tx, { cycle, kind, reason }: Declined): Promise<StoredDunningCase> => {
  const row = await tx.db
    .insertInto('dunning_case')
    .values({
      id: tx.ids.uuid(),
      subscription_id: cycle.subscriptionId,
      account_id: cycle.accountId,
      billing_cycle_id: cycle.id,
      cycle: cycle.number,
      due_on: cycle.dueOn.toString(),
      state: 'open',
      tries: 1,
      decline_kind: kind,
      decline_reason: reason,
      opened_at: tx.now.toString(),
    })
    .onConflict((conflict) =>
      conflict.column('billing_cycle_id').doUpdateSet((set) => ({
        state: 'open',
        ended_as: null,
        settled_at: null,
        due_on: set.ref('excluded.due_on'),
        decline_kind: set.ref('excluded.decline_kind'),
        decline_reason: set.ref('excluded.decline_reason'),
        tries: sql<number>`case when dunning_case.state = 'open' then dunning_case.tries + 1 else 1 end`,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return caseFrom(row)
}

interface Attempt {
  readonly caseId: string
  readonly charge: Pick<Charge, 'id' | 'state' | 'decline'>
  readonly accountId: string
  readonly requestedBy: 'schedule' | 'member' | 'link'
  /** Null for a card that was typed in. */
  readonly paymentMethodId: string | null
}

/** Writes an answered charge of a case down, once. */
export const insertAttempt = async (tx: Tx, attempt: Attempt): Promise<void> => {
  const { charge } = attempt
  await tx.db
    .insertInto('dunning_attempt')
    .values({
      id: tx.ids.uuid(),
      case_id: attempt.caseId,
      account_id: attempt.accountId,
      charge_id: charge.id,
      requested_by: attempt.requestedBy,
      payment_method_id: attempt.paymentMethodId,
      outcome: charge.state === 'succeeded' ? 'succeeded' : 'declined',
      decline_kind: charge.decline?.kind ?? null,
      decline_reason: charge.decline?.reason ?? null,
      at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.column('charge_id').doNothing())
    .execute()
}

/** When a saved card was declined since an instant, for any subscription. */
export const selectRefusalsOf = async (
  db: Kysely<Database>,
  paymentMethodId: string,
  since: Temporal.Instant,
): Promise<Temporal.Instant[]> => {
  const rows = await db
    .selectFrom('dunning_attempt')
    .select('at')
    .where('payment_method_id', '=', paymentMethodId)
    .where('outcome', '=', 'declined')
    .where('at', '>', since.toString())
    .execute()
  return rows.map(({ at }) => Temporal.Instant.from(at))
}

/** The saved card that was declined last for each of these cases. */
export const selectDeclinedCards = async (
  db: Kysely<Database>,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (caseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('dunning_attempt')
    .distinctOn('case_id')
    .select(['case_id', 'payment_method_id'])
    .where('case_id', 'in', caseIds)
    .where('outcome', '=', 'declined')
    .where('payment_method_id', 'is not', null)
    .orderBy('case_id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ case_id: id, payment_method_id: card }) => (card === null ? [] : [[id, card] as const])),
  )
}

/** No attempt of the schedule comes any more. */
export const endCase = async (tx: Tx, id: string, endedAs: DunningEnd): Promise<void> => {
  await tx.db
    .updateTable('dunning_case')
    .set({ state: 'ended', ended_as: endedAs })
    .where('id', '=', id)
    .execute()
}

export const setCaseState = async (tx: Tx, id: string, state: CaseState): Promise<void> => {
  await tx.db
    .updateTable('dunning_case')
    .set({ state, settled_at: state === 'open' || state === 'ended' ? null : tx.now.toString() })
    .where('id', '=', id)
    .execute()
}

/** The latest case of a subscription; undefined when its cards were never refused. */
export const selectLatestCase = async (
  db: Kysely<Database>,
  subscriptionId: string,
): Promise<StoredDunningCase | undefined> => {
  const row = await db
    .selectFrom('dunning_case')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('opened_at', 'desc')
    .orderBy('cycle', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && caseFrom(row)
}

/** The case of a cycle, locked. */
export const lockCaseOfCycle = async (tx: Tx, cycleId: string): Promise<StoredDunningCase | undefined> => {
  const row = await tx.db
    .selectFrom('dunning_case')
    .selectAll()
    .where('billing_cycle_id', '=', cycleId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && caseFrom(row)
}

export const selectCase = async (
  db: Kysely<Database>,
  id: string,
): Promise<StoredDunningCase | undefined> => {
  const row = await db.selectFrom('dunning_case').selectAll().where('id', '=', id).executeTakeFirst()
  return row && caseFrom(row)
}

/** Cases that still ask for a card, by subscription. */
export const selectUnpaidCases = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, StoredDunningCase>> => {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('dunning_case')
    .selectAll()
    .where(sql<boolean>`subscription_id = any(${[...subscriptionIds]}::uuid[])`)
    .where('state', 'in', ['open', 'ended'])
    .execute()
  return new Map(rows.map(caseFrom).map((one) => [one.subscriptionId, one]))
}

/** Cases opened from one moment on and before another, counted by their state. */
export const countCases = (
  db: Kysely<Database>,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<{ readonly state: string; readonly cases: number }[]> =>
  db
    .selectFrom('dunning_case')
    .select((field) => ['state', field.fn.countAll<number>().as('cases')])
    .where('opened_at', '>=', from.toString())
    .where('opened_at', '<', to.toString())
    .groupBy('state')
    .execute()
