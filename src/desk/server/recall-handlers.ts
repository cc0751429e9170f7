import type { Lot } from '#certificate/rules/certificate.ts'
import { lotsNamed } from '#catalogue/server/stock-lots.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import { seesNames } from '#shared/staff.ts'
import { recordView } from '#staff/server/audits.ts'
import type * as endpoints from '../recall-endpoints.ts'
import { certificatePath } from '../rules/lot-words.ts'
import { selectRecall, sumRecall } from './recall-store.ts'
import type { RecallRow } from './recall-store.ts'

const perPage = 500

const wireRow = (row: RecallRow, showsNames: boolean) => ({
  shipment_id: row.shipment_id,
  order: row.number,
  account_id: row.account_id,
  person: showsNames ? { name: row.person ?? '', email: row.email, phone: row.phone ?? '' } : null,
  country: row.country ?? '',
  product: row.product,
  state: row.state,
  shipped_at: row.shipped_at,
  units: row.units,
  returned: row.returned,
})

/** Who has units of a lot, and how many are on hand. NOT_FOUND for a lot that was never received. */
export const recallOf = async ({ database }: AppDeps, lot: string, showsNames: boolean, after?: string) => {
  const lots = await lotsNamed(database, lot)
  if (lot === '' || lots.length === 0) throw new ShopError('NOT_FOUND')
  const [sums, rows] = await Promise.all([
    sumRecall(database, lot),
    selectRecall(database, lot, after, perPage + 1),
  ])
  const next = rows[perPage]
  // A shipment with two products of one lot number is not split between two pages.
  const shown = rows
    .slice(0, perPage)
    .filter((row) => next === undefined || row.shipment_id !== next.shipment_id)
  return {
    lot,
    on_hand: lots.map(({ product, bestBefore, remaining }) => ({
      product,
      best_before: bestBefore?.toString() ?? null,
      remaining,
    })),
    ...sums,
    rows: shown.map((row) => wireRow(row, showsNames)),
    older: next === undefined ? null : (shown.at(-1)?.shipment_id ?? null),
  }
}

/** What a recall asks of the desk. */
export const createRecallHandlers = (deps: AppDeps, lots: readonly Lot[]): HandlersFor<typeof endpoints> => ({
  viewDeskRecall: async (context, { lot, after }) => {
    const actor = staffOf(context)
    const showsNames = seesNames(actor.role)
    const recall = await recallOf(deps, lot, showsNames, after)
    if (showsNames)
      await recordView(
        deps,
        { actor, requestId: context.requestId },
        { action: 'lot.recall-viewed', subject: `lot:${lot}` },
      )
    return { ...recall, certificate: lots.some((one) => one.lot === lot) ? certificatePath(lot) : null }
  },
})
