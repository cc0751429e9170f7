import type { DisputeServices } from '#dispute/server/disputes.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../reconciliation-endpoints.ts'
import type { DeskReconciliation } from '../reconciliation-endpoints.ts'
import { insertReconciliation, selectReconciliations } from './reconciliation-store.ts'
import type { StoredReconciliation } from './reconciliation-store.ts'

const shown = 20

/** The most days of one comparison: every charge of them is asked for at the processor. */
const maxDays = 31

const kinds = [
  ['charges', 'charges'],
  ['refunds', 'refunds'],
  ['disputes', 'disputes'],
  ['entries', 'balance entries'],
  ['payouts', 'payouts'],
] as const

const instantText = (at: string): string => Temporal.Instant.from(at).toString()

const wireReconciliation = (
  row: StoredReconciliation,
  names: ReadonlyMap<string, string>,
): DeskReconciliation => ({
  id: row.id,
  from: row.from_day,
  until: row.until_day,
  requested_at: instantText(row.requested_at),
  requested_by: row.requested_by === null ? null : (names.get(row.requested_by) ?? 'a former colleague'),
  finished_at: row.finished_at === null ? null : instantText(row.finished_at),
  compared: kinds.flatMap(([column, name]) => {
    const count = row[column]
    return count === null ? [] : [{ name, count }]
  }),
  differences: row.differences,
  failure: row.failure,
})

const requireFewDays = (from: string, until: string): void => {
  if (Temporal.PlainDate.from(from).until(until).days >= maxDays)
    throw new ShopError('VALIDATION_ERROR', {
      fields: { until: `Please choose at most ${maxDays} days. The command compares longer periods.` },
    })
}

/** The comparisons of the shop's records with the processor's. */
export const createReconciliationHandlers = ({
  deps,
  processor,
}: DisputeServices): HandlersFor<typeof endpoints> => ({
  listDeskReconciliations: async () => {
    const names = new Map((await listStaff(deps.database)).map(({ id, name }) => [id, name ?? '']))
    const rows = await selectReconciliations(deps.database, shown)
    return {
      today: dateIn(deps.clock.now(), brand.timeZone).toString(),
      processor: processor.name,
      reconciliations: rows.map((row) => wireReconciliation(row, names)),
    }
  },
  startDeskReconciliation: async (context, { from, until }) => {
    requireFewDays(from, until)
    const actor = staffOf(context)
    return inTransaction(deps, async (tx) => {
      const id = await insertReconciliation(tx, { from, until }, actor.staffId)
      if (id === null)
        throw new ShopError('ACTION_NOT_ALLOWED', {
          detail: 'Another comparison runs at the moment. Please wait until it has a result.',
        })
      tx.publish({ kind: 'reconciliation-requested', reconciliationId: id })
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        { action: 'finance.reconciliation-started', subject: 'finance', after: { from, until } },
      )
      return { id }
    })
  },
})
