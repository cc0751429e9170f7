import { requestCharge } from '#payment/charge/server/payments.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import type { ChargeOutcome } from '#payment/charge/rules/charge-state.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { CycleAttempt } from '#subscription/record/server/billing-cycle-store.ts'
import { markRequested } from '#subscription/record/server/billing-cycle-store.ts'
import type { CycleEnd } from './cycle-end.ts'
import { finishPaidCycles } from './finish-cycle.ts'
import { chargeDueCycle, recordAnswer } from './open-renewals.ts'
import type { OpenedCharge, OpenedCycle, RenewalDeps } from './open-renewals.ts'
import { isOutage, park } from './park-failed.ts'
import type { BatchEnds } from './renewal-runs.ts'
import { selectPricedByIncrease } from './withdraw-opened.ts'

/** Charges that are requested at the same time. They are marked together right before, and all of them are sent at once. */
const requestedTogether = 8

/** This many paid charges are finished in one transaction, or a few more. */
const finishedTogether = 25

type End = readonly [cycleId: string, end: CycleEnd]

/** Does something for one of a batch; null when it failed: then the others continue, and the poller retries it. */
const tryOne = async <T>(
  { deps }: Pick<RenewalDeps, 'deps'>,
  { row }: OpenedCycle,
  run: () => Promise<T>,
): Promise<T | null> => {
  try {
    return await run()
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    await park(deps, row, 'order', thrown)
    return null
  }
}

/** Settles one of a batch; it is pending when that failed. */
export const settleOne = async (
  services: Pick<RenewalDeps, 'deps'>,
  opened: OpenedCycle,
  settle: () => Promise<CycleEnd>,
): Promise<End> => [opened.cycleId, (await tryOne(services, opened, settle)) ?? 'pending']

/** A charge with the answer of the processor. */
interface Answered {
  readonly opened: OpenedCharge
  readonly outcome: ChargeOutcome
}

type Paid = Answered & { readonly outcome: Extract<ChargeOutcome, { readonly state: 'succeeded' }> }

const isPaid = (answered: Answered): answered is Paid => answered.outcome.state === 'succeeded'

const attemptOf = ({ charge, row }: OpenedCharge): CycleAttempt => ({
  id: charge.purposeId,
  subscriptionId: row.id,
  attempt: charge.attempt,
})

/** The ids of those that may be requested; null when they cannot be marked together. */
const markTogether = async (
  { deps }: RenewalDeps,
  opened: readonly OpenedCharge[],
): Promise<ReadonlySet<string> | null> => {
  try {
    return await inTransaction(deps, (tx) => markRequested(tx, opened.map(attemptOf)))
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    deps.log.warn({ err: thrown }, 'charges could not be marked together and are done one by one')
    return null
  }
}

const requestOne = async (services: RenewalDeps, charge: Charge): Promise<ChargeOutcome> => {
  const outcome = await requestCharge(services, charge)
  services.deps.reachCrashPoint('renewal: processor answered')
  return outcome
}

const finishOne = (services: RenewalDeps, { opened, outcome }: Answered): Promise<End> =>
  settleOne(services, opened, () => recordAnswer(services, opened.charge, outcome))

/** Finishes paid cycles in one transaction, and when that fails, each in its own. */
const finishTogether = async (services: RenewalDeps, paid: readonly Paid[]): Promise<readonly End[]> => {
  const { deps } = services
  if (paid.length === 0) return []
  const answers = paid.map(({ opened, outcome }) => ({ id: opened.charge.id, outcome }))
  let ends: ReadonlyMap<string, CycleEnd> = new Map()
  try {
    ends = await inTransaction(deps, (tx) => finishPaidCycles(tx, answers))
    deps.reachCrashPoint('renewal: order written')
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    deps.log.warn({ err: thrown }, 'renewals could not be finished together and are done one by one')
  }
  const alone: End[] = []
  for (const one of paid) if (!ends.has(one.opened.cycleId)) alone.push(await finishOne(services, one))
  return [...ends, ...alone]
}

/** Asks the processor for a marked charge; what is not paid is finished at once. */
const requestMarked = async (services: RenewalDeps, opened: OpenedCharge): Promise<Paid | End> => {
  const outcome = await tryOne(services, opened, () => requestOne(services, opened.charge))
  if (outcome === null) return [opened.cycleId, 'pending']
  const answered = { opened, outcome }
  return isPaid(answered) ? answered : finishOne(services, answered)
}

/** Requests charges: answers those that are paid, to be finished, and the ends of the others. */
const requestTogether = async (
  services: RenewalDeps,
  opened: readonly OpenedCharge[],
): Promise<readonly (Paid | End)[]> => {
  const marked = await markTogether(services, opened)
  return Promise.all(
    opened.map(async (one): Promise<Paid | End> => {
      if (marked === null) return settleOne(services, one, () => chargeDueCycle(services, one))
      return marked.has(one.cycleId) ? requestMarked(services, one) : [one.cycleId, 'settled-before']
    }),
  )
}

const isEnd = (answer: Paid | End): answer is End => Array.isArray(answer)

const inGroups = <T>(items: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_none, at) =>
    items.slice(at * size, (at + 1) * size),
  )

/** Requests charges group by group and bills the paid ones many at a time, while the next group is requested. */
const chargeInGroups = async (services: RenewalDeps, opened: readonly OpenedCharge[]): Promise<BatchEnds> => {
  const ends: End[] = []
  const paid: Paid[] = []
  let finishing: Promise<readonly End[]> = Promise.resolve([])
  try {
    for (const group of inGroups(opened, requestedTogether)) {
      for (const answer of await requestTogether(services, group))
        if (isEnd(answer)) ends.push(answer)
        else paid.push(answer)
      if (paid.length < finishedTogether) continue
      ends.push(...(await finishing))
      finishing = finishTogether(services, paid.splice(0))
      // Its failure is thrown where it is awaited.
      finishing.catch(() => undefined)
    }
  } finally {
    // After a failure no part of this run continues.
    await Promise.allSettled([finishing])
  }
  return [...ends, ...(await finishing), ...(await finishTogether(services, paid))]
}

/**
 * Requests the charges of a run and finishes them. Those that may have been priced by an increase that is stopped are asked
 * about it one by one, right before (decision 330).
 */
export const chargeDueCycles = async (
  services: RenewalDeps,
  opened: readonly OpenedCharge[],
): Promise<BatchEnds> => {
  const subscriptionIds = opened.map(({ row }) => row.id)
  const increased = await selectPricedByIncrease(services.deps.database, subscriptionIds)
  const ends = [
    ...(await chargeInGroups(
      services,
      opened.filter(({ row }) => !increased.has(row.id)),
    )),
  ]
  const alone = opened.filter(({ row }) => increased.has(row.id))
  for (const group of inGroups(alone, requestedTogether)) {
    const settle = (one: OpenedCharge) => settleOne(services, one, () => chargeDueCycle(services, one))
    ends.push(...(await Promise.all(group.map(settle))))
  }
  return ends
}
