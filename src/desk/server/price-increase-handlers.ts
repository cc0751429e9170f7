import { readCatalogue } from '#catalogue/server/plans.ts'
import type { Catalogue } from '#catalogue/server/plans.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { allows, seesNames } from '#shared/staff.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import {
  increaseGroup,
  latestIncreaseGroups,
  stopIncreases,
} from '#subscription/notice/server/price-increases.ts'
import type { IncreaseRecord } from '#subscription/notice/server/price-increases.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../price-increase-endpoints.ts'
import type { DeskPriceIncrease } from '../price-increase-endpoints.ts'
import { affectedCount, increaseState, isStoppable } from '../rules/price-increase.ts'
import type { IncreaseState } from '../rules/price-increase.ts'
import { selectApproval, selectIncreaseRequests } from './approval-store.ts'
import type { StoredApproval } from './approval-store.ts'
import { IncreasePayload, increaseSubject, requestedOf } from './increase-approval.ts'
import { countIncreaseMembers, selectIncreaseMembers } from './increase-store.ts'
import type { IncreaseCount } from './increase-store.ts'

type Handlers = HandlersFor<typeof endpoints>

const groupsPerPage = 20
const membersPerPage = 50

interface PricedPart {
  readonly planCode: string
  readonly currency: Currency
  readonly priceCents: Cents
}

/** A part with the plan's name and what new buyers pay. */
export const wirePart = (catalogue: Catalogue, { planCode, currency, priceCents }: PricedPart) => {
  const plan = catalogue.in(currency).get(planCode)
  return {
    plan_code: planCode,
    name: plan?.name ?? planCode,
    currency,
    list_price: plan ? wirePrice(plan.priceCents, currency) : null,
    new_price: wirePrice(priceCents, currency),
  }
}

const sentOf = (counts: readonly IncreaseCount[]): number => counts.reduce((sum, { sent }) => sum + sent, 0)

const stateOf = (
  group: readonly IncreaseRecord[],
  counts: readonly IncreaseCount[],
  today: Temporal.PlainDate,
): IncreaseState =>
  increaseState({
    isUndone: group.every(({ isUndone }) => isUndone),
    sent: sentOf(counts),
    counts: new Map(counts.map(({ state, count }) => [state, count])),
    effectiveOn: group[0]?.effectiveOn ?? today,
    today,
  })

interface Reading {
  readonly catalogue: Catalogue
  readonly names: ReadonlyMap<string, string>
  readonly now: Temporal.Instant
}

const readingFor = async (deps: AppDeps): Promise<Reading> => ({
  catalogue: await readCatalogue(deps),
  names: new Map((await listStaff(deps.database)).map(({ id, name }) => [id, name ?? ''])),
  now: deps.clock.now(),
})

const nameIn = ({ names }: Reading, staffId: string | null): string =>
  staffId === null ? 'an operator' : (names.get(staffId) ?? 'a former colleague')

const wireGroup = (
  reading: Reading,
  group: readonly IncreaseRecord[],
  counts: readonly IncreaseCount[],
): DeskPriceIncrease[] => {
  const [first] = group
  if (!first) return []
  const byState = new Map(counts.map(({ state, count }) => [state, count]))
  return [
    {
      id: first.groupId,
      is_scheduled: true,
      state: stateOf(group, counts, dateIn(reading.now, brand.timeZone)),
      effective_on: first.effectiveOn.toString(),
      parts: group.map((part) => wirePart(reading.catalogue, part)),
      affected: affectedCount(byState),
      sent: sentOf(counts),
      waiting: (byState.get('waiting') ?? 0) + (byState.get('sending') ?? 0),
      charged: byState.get('charged') ?? 0,
      requested_at: first.madeAt.toString(),
      requested_by: nameIn(reading, first.requestedBy),
    },
  ]
}

const requestStates = {
  open: 'waiting for a second person',
  refused: 'refused',
  withdrawn: 'withdrawn',
} as const

/** A request that nobody approved, or has not yet. */
const wireRequest = (reading: Reading, one: StoredApproval): DeskPriceIncrease[] => {
  if (one.state === 'approved') return []
  const payload = IncreasePayload.parse(one.payload)
  const isExpired =
    one.state === 'open' && Temporal.Instant.compare(reading.now, Temporal.Instant.from(one.expires_at)) >= 0
  const affected = payload.counts.reduce((sum, part) => sum + part.affected, 0)
  return [
    {
      id: one.id,
      is_scheduled: false,
      state: isExpired ? 'expired' : requestStates[one.state],
      effective_on: payload.effective_on,
      parts: requestedOf(payload).map((part) => wirePart(reading.catalogue, part)),
      affected,
      sent: 0,
      waiting: one.state === 'open' && !isExpired ? affected : 0,
      charged: 0,
      requested_at: Temporal.Instant.from(one.requested_at).toString(),
      requested_by: one.requested_by_name,
    },
  ]
}

const createList =
  (deps: AppDeps): Handlers['listDeskPriceIncreases'] =>
  async (_context, { before }) => {
    const reading = await readingFor(deps)
    const requests = before === undefined ? await selectIncreaseRequests(deps.database, groupsPerPage) : []
    const found = await latestIncreaseGroups(deps.database, before ?? null, groupsPerPage + 1)
    const groups = found.slice(0, groupsPerPage)
    const counts = await countIncreaseMembers(
      deps.database,
      groups.flatMap(([first]) => first?.groupId ?? []),
    )
    const scheduled = groups.flatMap((group) =>
      wireGroup(
        reading,
        group,
        counts.filter(({ group_id: id }) => id === group[0]?.groupId),
      ),
    )
    return {
      increases: [...requests.flatMap((one) => wireRequest(reading, one)), ...scheduled],
      older: found.length > groupsPerPage ? (groups.at(-1)?.at(-1)?.number ?? null) : null,
    }
  }

const nothingStopped = { stopped_by: null, stopped_at: null, stop_reason: '' }

const viewRequest = async (deps: AppDeps, id: string) => {
  const one = await selectApproval(deps.database, id)
  const reading = await readingFor(deps)
  const [wire] = one?.kind === 'price-increase' ? wireRequest(reading, one) : []
  if (!one || !wire) throw new ShopError('NOT_FOUND')
  return {
    ...wire,
    ...nothingStopped,
    reason: one.reason,
    approved_by: null,
    counts: [],
    approval: one.id,
    may_stop: false,
    stop_action: null,
  }
}

const createView =
  (deps: AppDeps): Handlers['viewDeskPriceIncrease'] =>
  async (context, { id }) => {
    const group = await increaseGroup(deps.database, id)
    const first = group[0]
    if (!first) return viewRequest(deps, id)
    const reading = await readingFor(deps)
    const counts = await countIncreaseMembers(deps.database, [id])
    const [wire] = wireGroup(reading, group, counts)
    if (!wire) throw new ShopError('NOT_FOUND')
    const mayStop = allows(staffOf(context).role, 'catalogue:change') && isStoppable(wire.state)
    return {
      ...wire,
      reason: first.reason,
      approved_by: first.requestedBy === null ? null : nameIn(reading, first.approvedBy),
      ...(first.undoneAt === null
        ? nothingStopped
        : {
            stopped_by: nameIn(reading, first.stoppedBy),
            stopped_at: first.undoneAt.toString(),
            stop_reason: first.stopReason,
          }),
      counts: counts.map(({ state, count, late }) => ({ state, count, late })),
      approval: null,
      may_stop: mayStop,
      stop_action: mayStop && wire.sent > 0 ? stepUpActions.stopIncrease(id) : null,
    }
  }

const createMembers =
  (deps: AppDeps): Handlers['listDeskIncreaseMembers'] =>
  async (context, { id, state, late, after }) => {
    if ((await increaseGroup(deps.database, id)).length === 0) throw new ShopError('NOT_FOUND')
    const showsNames = seesNames(staffOf(context).role)
    const page = { groupId: id, state, isLate: late === 'yes', after }
    const rows = await selectIncreaseMembers(deps.database, page, membersPerPage)
    const shown = rows.slice(0, membersPerPage)
    return {
      members: shown.map(({ first_name: first, last_name: last, unit_price_cents: cents, ...row }) => ({
        subscription_id: row.subscription_id,
        name: showsNames ? `${first ?? ''} ${last ?? ''}`.trim() : null,
        plan_code: row.plan_code,
        quantity: row.quantity,
        currency: row.currency,
        price: wirePrice(cents, row.currency),
        new_price: wirePrice(row.price_cents, row.currency),
        notified_at: row.notified_at === null ? null : Temporal.Instant.from(row.notified_at).toString(),
        from_on: row.from_on,
        next_order_on: row.next_order_on,
        is_late: row.is_late,
      })),
      older: rows.length > membersPerPage ? (shown.at(-1)?.subscription_id ?? null) : null,
    }
  }

const createStop =
  (deps: AppDeps): Handlers['stopDeskPriceIncrease'] =>
  (context, { id, reason }) =>
    inTransaction(deps, async (tx) => {
      const actor = staffOf(context)
      const group = await increaseGroup(tx.db, id)
      if (group.length === 0) throw new ShopError('NOT_FOUND')
      const isDone = stateOf(group, await countIncreaseMembers(tx.db, [id]), tx.today) === 'done'
      const stopped = isDone ? [] : await stopIncreases(tx, id, { staffId: actor.staffId, reason })
      if (stopped.length === 0)
        throw new ShopError('ACTION_NOT_ALLOWED', {
          detail: `It ${isDone ? 'is done' : 'was stopped before'}. Nothing was changed.`,
        })
      const counts = await countIncreaseMembers(tx.db, [id])
      const sent = sentOf(counts)
      if (sent > 0) await requireStepUp(tx, actor, stepUpActions.stopIncrease(id))
      const countOf = (state: string): number => counts.find((one) => one.state === state)?.count ?? 0
      const [kept, charged] = [countOf('kept'), countOf('charged')]
      const action = sent > 0 ? 'price-increase.stopped' : 'price-increase.withdrawn'
      const done = { action, subject: increaseSubject(id), after: { sent, kept, charged }, reason }
      recordAction(tx, { actor, requestId: context.requestId }, done)
      return { text: sent > 0 ? 'The price increase is stopped.' : 'The price increase is withdrawn.' }
    })

/** Price increases at the desk: how far they are, for whom, and stopping them. */
export const createIncreaseHandlers = (
  deps: AppDeps,
): Pick<
  Handlers,
  'listDeskPriceIncreases' | 'viewDeskPriceIncrease' | 'listDeskIncreaseMembers' | 'stopDeskPriceIncrease'
> => ({
  listDeskPriceIncreases: createList(deps),
  viewDeskPriceIncrease: createView(deps),
  listDeskIncreaseMembers: createMembers(deps),
  stopDeskPriceIncrease: createStop(deps),
})
