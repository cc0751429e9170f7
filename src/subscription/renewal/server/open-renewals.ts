import { accountMailboxes } from '#account/server/accounts.ts'
import { lockCredit, reserveCredit } from '#credit/server/credits.ts'
import { stockQuantitiesOf } from '#catalogue/server/plans.ts'
import type { Taxes } from '#pricing/server/taxes.ts'
import {
  openCharges,
  ownedPaymentMethods,
  recordOutcome,
  requestCharge,
} from '#payment/charge/server/payments.ts'
import type { ChargeOutcome } from '#payment/charge/rules/charge-state.ts'
import type { Charge, OpenCharge, PaymentMethod, PaymentServices } from '#payment/charge/server/payments.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { DunningPolicy } from '#subscription/dunning/rules/dunning.ts'
import { refusalForState } from '../rules/renewal-run.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import { markRequested, openCycles } from '#subscription/record/server/billing-cycle-store.ts'
import { selectOpenCycles } from './open-cycles.ts'
import { billingQuote } from './billing-quote.ts'
import { finishCycle } from './finish-cycle.ts'
import type { CycleEnd } from './cycle-end.ts'
import { gatherRenewalFacts } from './renewal-facts.ts'
import type { SubscriptionWithTerms } from './renewal-facts.ts'
import type { RunEntry } from './renewal-run-store.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import { postponeAttempts } from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { withdrawStoppedPrice } from './withdraw-opened.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import type { PricedCycle } from '#subscription/record/server/billing-cycle-record.ts'
import { creditKey } from '#credit/rules/credit-use.ts'

export interface RenewalDeps extends PaymentServices {
  readonly taxes: Taxes
  readonly dunning: DunningPolicy
}

/** An opened cycle, and whose it is. */
export interface OpenedCycle {
  readonly cycleId: string
  readonly row: Pick<StoredSubscription, 'id' | 'accountId'>
}

/** With its charge, if there is something to pay. */
export interface OpenedCharge extends OpenedCycle {
  readonly charge: Charge
}

/** Cycles with their charges recorded, before the processor is asked. */
export interface OpenedRenewals {
  readonly claimed: number
  readonly charges: readonly OpenedCharge[]
  /** Cycles without anything to pay. */
  readonly free: readonly OpenedCycle[]
  /** One for each claimed subscription: opened, or refused and why. */
  readonly entries: readonly RunEntry[]
}

const chargeDraftOf = (
  deps: AppDeps,
  { id, attempts, accountId, quote }: PricedCycle,
  method: PaymentMethod,
  email: string,
): OpenCharge => ({
  purpose: 'renewal',
  purposeId: id,
  attempt: attempts,
  accountId,
  email,
  amountCents: toPayCents(quote.totals),
  currency: quote.currency,
  source: { kind: 'saved', processorMethod: method.processorMethod },
  processorCustomer: method.processorCustomer,
  offSession: true,
  returnUrl: `${deps.publicUrl}/account/subscriptions`,
  description: quote.lines[0]?.name ?? '',
  shipTo: quote.address,
})

/** Whose card pays a subscription. */
export const payerOf = (row: StoredSubscription) => ({
  accountId: row.accountId,
  paymentMethodId: row.paymentMethodId,
})

type CardOf = Awaited<ReturnType<typeof ownedPaymentMethods>>

/**
 * The cycles of these subscriptions at their current prices; `changeId` is the change that requests them. None for a
 * subscription that has to be charged and has lost its card: its charge would never be settled.
 */
const pricedCycles = async (
  services: RenewalDeps,
  tx: Tx,
  rows: readonly StoredSubscription[],
  changeId: string | null,
  cardOf: CardOf,
): Promise<PricedCycle[]> => {
  const all = await readSubscriptionsWithTerms(tx.db, rows)
  // Of a member with several orders in one run, the later ones get the credit that the earlier ones leave.
  const credit = new Map(
    await lockCredit(
      tx,
      rows.map((row) => row.accountId),
    ),
  )
  const facts = await gatherRenewalFacts(
    services,
    tx.db,
    all.map((one): SubscriptionWithTerms => ({ ...one, atOnce: changeId !== null })),
  )
  const held = new Map(rows.map((row) => [row.id, row]))
  const drafts = all.flatMap(({ id, accountId, terms }) => {
    const row = held.get(id)
    const fact = facts.get(id)
    const key = creditKey(accountId, terms.currency)
    const availableCreditCents = credit.get(key) ?? 0
    const upcoming = fact ? upcomingOrder(terms, { ...fact.renewal, availableCreditCents }) : null
    if (!fact || !upcoming || !row) return []
    const { totals } = upcoming.price
    if (toPayCents(totals) > 0 && !cardOf(payerOf(row))) return []
    credit.set(key, availableCreditCents - totals.creditCents)
    const quote = billingQuote(upcoming, stockQuantitiesOf(upcoming.items), fact.address)
    const draft = { subscriptionId: id, accountId, number: terms.nextCycle, dueOn: upcoming.on }
    return [{ ...draft, quote, changeId, version: row.version, attemptOn: row.nextAttemptOn }]
  })
  return openCycles(tx, drafts)
}

/** The credit that an opened cycle sets aside. */
const creditUseOf = (cycle: PricedCycle) => ({
  accountId: cycle.accountId,
  purpose: 'renewal' as const,
  purposeId: cycle.id,
  totals: cycle.quote.totals,
  currency: cycle.quote.currency,
})

/** The run entry of each claimed subscription. */
const entriesOf = async (
  tx: Tx,
  rows: readonly StoredSubscription[],
  cycles: readonly PricedCycle[],
  openedIds: ReadonlySet<string>,
  cardOf: CardOf,
): Promise<RunEntry[]> => {
  const opened = new Map(cycles.map((cycle) => [cycle.subscriptionId, cycle]))
  const entries: RunEntry[] = []
  for (const row of rows) {
    const cycle = opened.get(row.id)
    const base = {
      subscriptionId: row.id,
      accountId: row.accountId,
      attempt: cycle?.attempts ?? 0,
      dueOn: row.nextOrderOn ?? row.nextAttemptOn ?? tx.today.toString(),
      cycleId: cycle?.id ?? null,
    }
    if (cycle && openedIds.has(cycle.id)) entries.push({ ...base, outcome: 'open', reason: null })
    else {
      const [found] = await selectOpenCycles(tx.db, row.id, row.nextCycle)
      const refused = refusalForState(found?.state)
      const reason = refused === 'no-order' && !cardOf(payerOf(row)) ? 'no-card' : refused
      entries.push({ ...base, outcome: 'refused', reason })
    }
  }
  return entries
}

const openedOf = ({ id: cycleId, subscriptionId, accountId }: PricedCycle): OpenedCycle => ({
  cycleId,
  row: { id: subscriptionId, accountId },
})

const chargesOf = (cycles: readonly PricedCycle[], charges: readonly Charge[]): OpenedCharge[] => {
  const byId = new Map(charges.map((charge) => [charge.purposeId, charge]))
  return cycles.flatMap((cycle) => {
    const charge = byId.get(cycle.id)
    return charge ? [{ ...openedOf(cycle), charge }] : []
  })
}

/**
 * Opens the next cycles of locked subscriptions and records their charges, in the caller's transaction. The caller
 * settles them afterwards; otherwise the poller asks the processor.
 */
export const openRenewals = async (
  services: RenewalDeps,
  tx: Tx,
  rows: readonly StoredSubscription[],
  changeId: string | null,
): Promise<OpenedRenewals> => {
  if (rows.length === 0) return { claimed: 0, charges: [], free: [], entries: [] }
  const methodOf = await ownedPaymentMethods(tx.db, rows.map(payerOf))
  const cycles = await pricedCycles(services, tx, rows, changeId, methodOf)
  const mailboxes = await accountMailboxes(
    tx.db,
    rows.map((row) => row.accountId),
  )
  const bySubscription = new Map(rows.map((row) => [row.id, row]))
  const charged = cycles.filter((cycle) => toPayCents(cycle.quote.totals) > 0)
  const drafts = charged.flatMap((cycle) => {
    const row = bySubscription.get(cycle.subscriptionId)
    const method = row && methodOf(payerOf(row))
    return method
      ? [chargeDraftOf(services.deps, cycle, method, mailboxes.get(cycle.accountId)?.email ?? '')]
      : []
  })
  const charges = await openCharges(tx, services.processor.name, drafts)
  await postponeAttempts(
    tx,
    rows.map((row) => row.id),
    tx.today.add({ days: 1 }),
  )
  const free = cycles.filter((cycle) => !charged.includes(cycle))
  const openedIds = new Set([...free.map(({ id }) => id), ...charges.map(({ purposeId }) => purposeId)])
  await reserveCredit(tx, cycles.filter(({ id }) => openedIds.has(id)).map(creditUseOf))
  const entries = await entriesOf(tx, rows, cycles, openedIds, methodOf)
  return { claimed: rows.length, charges: chargesOf(cycles, charges), free: free.map(openedOf), entries }
}

/** Records the answer to the charge of a cycle and finishes the cycle by it, in one transaction. */
export const recordAnswer = async (
  { deps, dunning }: RenewalDeps,
  charge: Charge,
  outcome: ChargeOutcome,
  flow: 'renewal' | 'dunning' = 'renewal',
): Promise<CycleEnd> => {
  const end = await inTransaction(deps, async (tx) =>
    finishCycle(dunning, tx, (await recordOutcome(tx, charge.id, outcome)).charge),
  )
  deps.reachCrashPoint(`${flow}: order written`)
  return end
}

/**
 * Requests the charge of a cycle that is marked as requested and finishes it by the answer; `flow` names the crash
 * points.
 */
export const chargeCycle = async (
  services: RenewalDeps,
  charge: Charge,
  flow: 'renewal' | 'dunning' = 'renewal',
): Promise<CycleEnd> => {
  const outcome = await requestCharge(services, charge)
  services.deps.reachCrashPoint(`${flow}: processor answered`)
  return recordAnswer(services, charge, outcome, flow)
}

/**
 * As `chargeCycle`, for a cycle of a run: it is marked as requested at this moment, if the subscription is still what
 * was priced. `settled-before` when its member has changed the subscription meanwhile, or staff have stopped the price
 * increase that it was priced by, which withdraws it; what is still due is opened again, at its new price. A cycle that is stale for another reason is ended by the poller and
 * opened again.
 */
export const chargeDueCycle = async (
  services: RenewalDeps,
  { charge, row }: OpenedCharge,
): Promise<CycleEnd> => {
  const cycle = { id: charge.purposeId, subscriptionId: row.id, attempt: charge.attempt }
  const isMarked = await inTransaction(
    services.deps,
    async (tx) =>
      !(await withdrawStoppedPrice(tx, cycle)) && (await markRequested(tx, [cycle])).has(cycle.id),
  )
  return isMarked ? chargeCycle(services, charge) : 'settled-before'
}
