import { accountEmails } from '#account/server/accounts.ts'
import { lockCredit, reserveCredit } from '#credit/server/credits.ts'
import { unitsOf } from '#catalogue/server/plans.ts'
import type { TaxProvider } from '#location/rules/tax-provider.ts'
import { askProcessor, openCharges, ownedPaymentMethods, recordOutcome } from '#payment/server/payments.ts'
import type { Charge, OpenCharge, PaymentMethod, PaymentTools } from '#payment/server/payments.ts'
import type { Cents } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { DunningPolicy } from '../rules/dunning.ts'
import { refusalBy } from '../rules/renewal-run.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import { markAsked, openCycles } from './billing-cycle-store.ts'
import { selectOpenCycles } from './open-cycles.ts'
import type { BillingCycleRow } from './billing-cycle-store.ts'
import { BillingQuote, billingQuote } from './billing-quote.ts'
import { finishCycle } from './finish-cycle.ts'
import type { CycleEnd } from './cycle-end.ts'
import { gatherRenewalFacts } from './renewal-facts.ts'
import type { RunEntry } from './renewal-run-store.ts'
import { readSteerings } from './steering-records.ts'
import { postponeAttempts } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

export interface RenewalTools extends PaymentTools {
  readonly taxes: TaxProvider
  readonly dunning: DunningPolicy
}

/** An opened cycle, and whose it is. */
export interface OpenedCycle {
  readonly cycleId: string
  readonly row: Pick<SubscriptionRow, 'id' | 'account_id'>
}

/** With its charge, where there is something to pay. */
export interface OpenedCharge extends OpenedCycle {
  readonly charge: Charge
}

/** Cycles with their charges written down, before anybody is asked for money. */
export interface OpenedRenewals {
  readonly claimed: number
  readonly charges: readonly OpenedCharge[]
  /** Cycles without anything to pay. */
  readonly free: readonly OpenedCycle[]
  /** One for each claimed subscription: opened, or refused and why. */
  readonly entries: readonly RunEntry[]
}

const chargeOf = (world: World, cycle: BillingCycleRow, method: PaymentMethod, email: string): OpenCharge => {
  const quote = BillingQuote.parse(cycle.quote)
  return {
    purpose: 'renewal',
    purposeId: cycle.id,
    attempt: cycle.attempts,
    accountId: cycle.account_id,
    email,
    amountCents: toPay(quote),
    currency: quote.currency,
    source: { kind: 'saved', processorMethod: method.processorMethod },
    processorCustomer: method.processorCustomer,
    offSession: true,
    returnUrl: `${world.publicUrl}/account/subscriptions`,
    description: quote.lines[0]?.name ?? '',
  }
}

const toPay = ({ totalCents, creditCents }: BillingQuote): Cents => totalCents - creditCents

const payerOf = (row: SubscriptionRow) => ({
  accountId: row.account_id,
  paymentMethodId: row.payment_method_id,
})

type CardOf = Awaited<ReturnType<typeof ownedPaymentMethods>>

/**
 * The cycles of these subscriptions at their current prices; `changeId` is the change that requests them. None for a
 * subscription that has to be charged and has lost its card: its charge would never be settled.
 */
const pricedCycles = async (
  tools: RenewalTools,
  work: Work,
  rows: readonly SubscriptionRow[],
  changeId: string | null,
  cardOf: CardOf,
): Promise<BillingCycleRow[]> => {
  const all = await readSteerings(work.db, rows)
  // Of a member with several orders in one run, the later ones have what the earlier ones leave.
  const credit = new Map(
    await lockCredit(
      work,
      rows.map((row) => row.account_id),
    ),
  )
  const atOnce = changeId !== null
  const facts = await gatherRenewalFacts(
    tools,
    work.db,
    all.map((held) => ({ ...held, atOnce })),
  )
  const held = new Map(rows.map((row) => [row.id, row]))
  const drafts = all.flatMap(({ id, accountId, steering }) => {
    const row = held.get(id)
    const fact = facts.get(id)
    const availableCreditCents = credit.get(accountId) ?? 0
    const upcoming = fact ? upcomingOrder(steering, { ...fact.renewal, availableCreditCents }) : null
    if (!fact || !upcoming || !row) return []
    if (upcoming.toPayCents > 0 && !cardOf(payerOf(row))) return []
    credit.set(accountId, availableCreditCents - upcoming.creditCents)
    const quote = billingQuote(upcoming, unitsOf(upcoming.items), fact.address)
    const draft = { subscriptionId: id, accountId, number: steering.nextCycle, dueOn: upcoming.on }
    return [{ ...draft, quote, changeId, version: row.version, attemptOn: row.next_attempt_on }]
  })
  return openCycles(work, drafts)
}

/** The credit that an opened cycle sets aside. */
const creditUseOf = (cycle: BillingCycleRow) => ({
  accountId: cycle.account_id,
  purpose: 'renewal' as const,
  purposeId: cycle.id,
  cents: BillingQuote.parse(cycle.quote).creditCents,
})

/** What a run says of each claimed subscription. */
const entriesOf = async (
  work: Work,
  rows: readonly SubscriptionRow[],
  cycles: readonly BillingCycleRow[],
  asked: ReadonlySet<string>,
  cardOf: CardOf,
): Promise<RunEntry[]> => {
  const opened = new Map(cycles.map((cycle) => [cycle.subscription_id, cycle]))
  const entries: RunEntry[] = []
  for (const row of rows) {
    const cycle = opened.get(row.id)
    const base = {
      subscriptionId: row.id,
      accountId: row.account_id,
      attempt: cycle?.attempts ?? 0,
      dueOn: row.next_order_on ?? row.next_attempt_on ?? work.today.toString(),
      cycleId: cycle?.id ?? null,
    }
    if (cycle && asked.has(cycle.id)) entries.push({ ...base, outcome: 'open', reason: null })
    else {
      const [found] = await selectOpenCycles(work.db, row.id, row.next_cycle)
      const refused = refusalBy(found?.state)
      const reason = refused === 'no-order' && !cardOf(payerOf(row)) ? 'no-card' : refused
      entries.push({ ...base, outcome: 'refused', reason })
    }
  }
  return entries
}

const openedOf = ({ id: cycleId, subscription_id, account_id }: BillingCycleRow): OpenedCycle => ({
  cycleId,
  row: { id: subscription_id, account_id },
})

const chargesOf = (cycles: readonly BillingCycleRow[], charges: readonly Charge[]): OpenedCharge[] => {
  const byId = new Map(charges.map((charge) => [charge.purposeId, charge]))
  return cycles.flatMap((cycle) => {
    const charge = byId.get(cycle.id)
    return charge ? [{ ...openedOf(cycle), charge }] : []
  })
}

/**
 * Opens the next cycles of locked subscriptions and writes their charges down, in the caller's transaction. Whoever
 * calls settles them afterwards; if nobody does, the janitor asks the processor.
 */
export const openRenewals = async (
  tools: RenewalTools,
  work: Work,
  rows: readonly SubscriptionRow[],
  changeId: string | null,
): Promise<OpenedRenewals> => {
  if (rows.length === 0) return { claimed: 0, charges: [], free: [], entries: [] }
  const methodOf = await ownedPaymentMethods(work.db, rows.map(payerOf))
  const cycles = await pricedCycles(tools, work, rows, changeId, methodOf)
  const emails = await accountEmails(
    work.db,
    rows.map((row) => row.account_id),
  )
  const bySubscription = new Map(rows.map((row) => [row.id, row]))
  const charged = cycles.filter((cycle) => toPay(BillingQuote.parse(cycle.quote)) > 0)
  const drafts = charged.flatMap((cycle) => {
    const row = bySubscription.get(cycle.subscription_id)
    const method = row && methodOf(payerOf(row))
    return method ? [chargeOf(tools.world, cycle, method, emails.get(cycle.account_id) ?? '')] : []
  })
  const charges = await openCharges(work, tools.processor.name, drafts)
  await postponeAttempts(
    work,
    rows.map((row) => row.id),
    work.today.add({ days: 1 }),
  )
  const free = cycles.filter((cycle) => !charged.includes(cycle))
  const asked = new Set([...free.map(({ id }) => id), ...charges.map(({ purposeId }) => purposeId)])
  await reserveCredit(work, cycles.filter(({ id }) => asked.has(id)).map(creditUseOf))
  const entries = await entriesOf(work, rows, cycles, asked, methodOf)
  return { claimed: rows.length, charges: chargesOf(cycles, charges), free: free.map(openedOf), entries }
}

/** Asks for the money of a cycle that is marked as asked for and finishes it by the answer; `of` names the steps to fault tests. */
export const chargeCycle = async (
  tools: RenewalTools,
  charge: Charge,
  of: 'renewal' | 'dunning' = 'renewal',
): Promise<CycleEnd> => {
  const { world } = tools
  const outcome = await askProcessor(tools, charge)
  world.reach(`${of}: processor answered`)
  const end = await inTransaction(world, async (work) =>
    finishCycle(tools.dunning, work, (await recordOutcome(work, charge.id, outcome)).charge),
  )
  world.reach(`${of}: order written`)
  return end
}

/**
 * As `chargeCycle`, for a cycle of a run: it is marked as asked for at this moment, if it is still what was priced.
 * `settled-before` when its member has changed the subscription meanwhile, which withdraws it; what is still due of it is
 * opened again, at its new price. A cycle that is stale for another reason is ended by the janitor and opened again.
 */
export const chargeDueCycle = async (
  tools: RenewalTools,
  { charge, row }: OpenedCharge,
): Promise<CycleEnd> => {
  const cycle = { id: charge.purposeId, subscriptionId: row.id, attempt: charge.attempt }
  const isMarked = await inTransaction(tools.world, (work) => markAsked(work, cycle))
  return isMarked ? chargeCycle(tools, charge) : 'settled-before'
}
