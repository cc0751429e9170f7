import { prepareBulkAction, startBulkAction, stopBulkAction, viewBulkAction } from '#desk/bulk-endpoints.ts'
import type { BulkView } from '#desk/bulk-endpoints.ts'
import { holdDeskOrder } from '#desk/endpoints.ts'
import type { BulkAction } from '#desk/rules/bulk-action.ts'
import { runBulk } from '#desk/server/run-bulk.ts'
import { untrueRows } from '../simulation/bulk-truth.ts'
import { toActionResult, withoutClaims, type Action, type ActionContext, type Outcomes } from './action.ts'
import { callDesk, timesLogged } from './desk-actors.ts'

/** What was chosen at the desk: an order to pack, one on its way to somebody, and a gift. */
const chosenNumbers = ({ fixture }: ActionContext): readonly string[] => [
  fixture.carasOrder,
  fixture.gusOrder,
  fixture.dansOrder,
]

const requestOf: Readonly<Record<BulkAction, string>> = {
  hold: '00000000-0000-4000-8000-0000000000e1',
  release: '00000000-0000-4000-8000-0000000000e2',
  batch: '00000000-0000-4000-8000-0000000000e3',
}

const reason = 'The lot is looked at.'

/** Chooses the orders; the same form again is the same action. */
const choose = async (context: ActionContext, action: BulkAction) => {
  const { rows } = await context.pool.query<{ id: string }>(
    'select id from "order" where number = any($1) order by number',
    [chosenNumbers(context)],
  )
  return callDesk(context.shop, prepareBulkAction, {
    request_id: requestOf[action],
    action,
    ids: rows.map(({ id }) => id),
  })
}

/** Has it started as it is shown; what refuses it otherwise. */
const start = async ({ shop }: ActionContext, { id, acted, needs_reason: needsReason }: BulkView) =>
  callDesk(shop, startBulkAction, { id, count: acted, ...(needsReason ? { reason } : {}) })

interface ShipmentRow {
  readonly hasLeft: boolean
  readonly isBatched: boolean
}

const shipmentsOf = async ({ pool }: Outcomes, number: string): Promise<readonly ShipmentRow[]> =>
  (
    await pool.query<ShipmentRow>(
      `select s.shipped_at is not null as "hasLeft",
         exists (select from desk_batch_line l where l.shipment_id = s.id) as "isBatched"
       from shipment s join "order" o on o.id = s.order_id where o.number = $1`,
      [number],
    )
  ).rows

/** What is untrue of an order that was said to be done. */
const untrueOf: Readonly<
  Record<BulkAction, (outcomes: Outcomes, number: string) => Promise<readonly string[]>>
> = {
  hold: async (outcomes, number) => {
    // Somebody may have ended the hold.
    if ((await timesLogged(outcomes, 'order.released', number)) > 0) return []
    const hasLeft = (await shipmentsOf(outcomes, number)).some((shipment) => shipment.hasLeft)
    return hasLeft ? [`${number} was held with others, and left`] : []
  },
  release: async () => [],
  batch: async (outcomes, number) =>
    (await shipmentsOf(outcomes, number)).some(({ isBatched }) => isBatched)
      ? []
      : [`${number} is in no batch`],
}

/** Compares the rows that staff read with the orders in the end. */
const untrueOfAll = async (outcomes: Outcomes, seen: BulkView): Promise<readonly string[]> => {
  const untrue = [...(await untrueRows(outcomes.shop.deps().database, seen))]
  for (const { order, outcome } of seen.rows)
    if (outcome === 'done') untrue.push(...(await untrueOf[seen.action](outcomes, order)))
  return untrue
}

const sayingWhatBecame = async ({ shop }: ActionContext, id: string, summaryOf: (seen: BulkView) => string) =>
  toActionResult(await callDesk(shop, viewBulkAction, { id }), (seen) => ({
    summary: summaryOf(seen),
    falseClaims: (outcomes) => untrueOfAll(outcomes, seen),
  }))

/** Staff choose orders, look at what would be done, start it, and the job does it. */
const bulkAction = (name: string, action: BulkAction, prepare?: Action['prepare']): Action => ({
  name,
  ...(prepare ? { prepare } : {}),
  run: async (context) => {
    const chosen = await choose(context, action)
    if (chosen.kind !== 'answered') return toActionResult(chosen, () => withoutClaims(''))
    const { id } = chosen.answer
    const seen = await callDesk(context.shop, viewBulkAction, { id })
    if (seen.kind !== 'answered' || seen.answer.acted === 0)
      return toActionResult(seen, () => withoutClaims('nothing to do'))
    const started = await start(context, seen.answer)
    if (started.kind !== 'answered') return toActionResult(started, () => withoutClaims(''))
    await runBulk(context.shop.deps(), id)
    return sayingWhatBecame(context, id, ({ done, left_out: leftOut }) => `${done} done, ${leftOut} left out`)
  },
})

const holdsCarasOrder: NonNullable<Action['prepare']> = async ({ shop, fixture }) =>
  void (await callDesk(shop, holdDeskOrder, { number: fixture.carasOrder, reason }))

/** Staff have started to hold orders before; the job is due. */
const startHolding: NonNullable<Action['prepare']> = async (context) => {
  const chosen = await choose(context, 'hold')
  if (chosen.kind !== 'answered') throw new Error('nothing was chosen')
  const seen = await callDesk(context.shop, viewBulkAction, chosen.answer)
  if (seen.kind === 'answered' && seen.answer.started_at === null) await start(context, seen.answer)
}

const startedHold = async (context: ActionContext): Promise<string> => {
  const chosen = await choose(context, 'hold')
  if (chosen.kind !== 'answered') throw new Error('the action is not there')
  return chosen.answer.id
}

/** The job of an action that was started before. */
const worksOff: Action = {
  name: 'job of a bulk action',
  prepare: startHolding,
  run: async (context) => {
    const id = await startedHold(context)
    await runBulk(context.shop.deps(), id)
    return sayingWhatBecame(context, id, ({ state }) => state)
  },
}

/** Staff stop that action: what they read as left out was not done, and never is. */
const stops: Action = {
  name: 'stop of a bulk action',
  prepare: startHolding,
  run: async (context) => {
    const id = await startedHold(context)
    const stopped = await callDesk(context.shop, stopBulkAction, { id })
    if (stopped.kind !== 'answered') return toActionResult(stopped, () => withoutClaims(''))
    return toActionResult(await callDesk(context.shop, viewBulkAction, { id }), (seen) => ({
      summary: seen.state,
      falseClaims: async (outcomes) => [
        ...(seen.state === 'running' ? ['a bulk action was stopped, and runs'] : []),
        ...seen.rows
          .filter(({ outcome }) => outcome === 'waits')
          .map(({ order }) => `${order} waits in a bulk action that was stopped`),
        ...(await untrueOfAll(outcomes, seen)),
      ],
    }))
  },
}

/** What staff do to many orders at once. */
export const bulkActions: readonly Action[] = [
  bulkAction('bulk hold', 'hold'),
  bulkAction('bulk release', 'release', holdsCarasOrder),
  bulkAction('bulk batch', 'batch'),
  worksOff,
  stops,
]
