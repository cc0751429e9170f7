import { accountEmails } from '#account/server/accounts.ts'
import { askProcessor, openCharges, ownedPaymentMethods, recordOutcome } from '#payment/server/payments.ts'
import type { Charge, OpenCharge, PaymentMethod, PaymentTools } from '#payment/server/payments.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { TaxProvider } from '#location/rules/tax-provider.ts'
import { priceRenewal } from '../rules/renewal.ts'
import { BillingQuote, billingQuote } from './billing-quote.ts'
import { openCycles } from './billing-cycle-store.ts'
import type { BillingCycleRow } from './billing-cycle-store.ts'
import { finishCycle, finishFreeCycle } from './finish-cycle.ts'
import type { CycleEnd } from './finish-cycle.ts'
import { gatherRenewalFacts } from './renewal-facts.ts'
import { claimDueSubscriptions, postponeAttempts } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

export interface RenewalTools extends PaymentTools {
  readonly taxes: TaxProvider
}

/** What became of the due subscriptions of a run; every one of them is in exactly one of the parts. */
export interface RenewalReport {
  readonly due: number
  readonly ends: Readonly<Record<CycleEnd | 'taken', number>>
}

interface OpenedRun {
  readonly claimed: number
  readonly charges: readonly Charge[]
  /** Cycles without anything to pay. */
  readonly free: readonly string[]
}

/** Subscriptions claimed and charged in one go: a transaction opens them all, each is finished in its own. */
const batchSize = 50
const chargedAtOnce = 8

const chargeOf = (world: World, cycle: BillingCycleRow, method: PaymentMethod, email: string): OpenCharge => {
  const quote = BillingQuote.parse(cycle.quote)
  return {
    purpose: 'renewal',
    purposeId: cycle.id,
    attempt: cycle.attempts,
    accountId: cycle.account_id,
    email,
    amountCents: quote.totalCents,
    currency: quote.currency,
    source: { kind: 'saved', processorMethod: method.processorMethod },
    processorCustomer: method.processorCustomer,
    offSession: true,
    returnUrl: `${world.publicUrl}/account/subscriptions`,
    description: quote.name,
  }
}

const pricedCycles = async (tools: RenewalTools, work: Work, rows: readonly SubscriptionRow[]) => {
  const facts = await gatherRenewalFacts(tools, work.db, rows)
  const drafts = rows.flatMap((row) => {
    const fact = facts.get(row.id)
    if (!fact || row.next_order_on === null) return []
    const { plan, quantity } = fact.renewal
    const stock = { product: plan.stockProduct, units: plan.stockUnits * quantity }
    const quote = billingQuote(priceRenewal(fact.renewal), stock, fact.address)
    const dueOn = Temporal.PlainDate.from(row.next_order_on)
    return [{ subscriptionId: row.id, accountId: row.account_id, number: row.next_cycle, dueOn, quote }]
  })
  return openCycles(work, drafts)
}

/** Claims what is due, opens its cycles and writes their charges down: everything before anybody is asked for money. */
const openDue = async (tools: RenewalTools, work: Work): Promise<OpenedRun> => {
  const rows = await claimDueSubscriptions(work, batchSize)
  if (rows.length === 0) return { claimed: 0, charges: [], free: [] }
  const cycles = await pricedCycles(tools, work, rows)
  const owners = rows.map((row) => ({ accountId: row.account_id, paymentMethodId: row.payment_method_id }))
  const methods = await ownedPaymentMethods(work.db, owners)
  const emails = await accountEmails(
    work.db,
    rows.map((row) => row.account_id),
  )
  const bySubscription = new Map(rows.map((row) => [row.id, row]))
  const toPay = cycles.filter((cycle) => BillingQuote.parse(cycle.quote).totalCents > 0)
  const drafts = toPay.flatMap((cycle) => {
    const method = methods.get(bySubscription.get(cycle.subscription_id)?.payment_method_id ?? '')
    return method ? [chargeOf(tools.world, cycle, method, emails.get(cycle.account_id) ?? '')] : []
  })
  const charges = await openCharges(work, tools.processor.name, drafts)
  await postponeAttempts(
    work,
    rows.map((row) => row.id),
    work.today.add({ days: 1 }),
  )
  const free = cycles.filter((cycle) => !toPay.includes(cycle)).map((cycle) => cycle.id)
  return { claimed: rows.length, charges, free }
}

const chargeCycle = async (tools: RenewalTools, charge: Charge): Promise<CycleEnd> => {
  const { world } = tools
  const outcome = await askProcessor(tools, charge)
  world.reach('renewal: processor answered')
  const end = await inTransaction(world, async (work) =>
    finishCycle(work, (await recordOutcome(work, charge.id, outcome)).charge),
  )
  world.reach('renewal: order written')
  return end
}

/** Runs `act` for each item, `width` of them at a time. */
const eachAtOnce = async <T>(
  items: readonly T[],
  width: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
}

const noEnds = () => ({
  billed: 0,
  declined: 0,
  failed: 0,
  pending: 0,
  reopened: 0,
  'settled-before': 0,
  taken: 0,
})

const settleRun = async (tools: RenewalTools, run: OpenedRun, ends: Record<CycleEnd | 'taken', number>) => {
  ends.taken += run.claimed - run.charges.length - run.free.length
  for (const cycleId of run.free) {
    ends[await inTransaction(tools.world, (work) => finishFreeCycle(work, cycleId))] += 1
  }
  await eachAtOnce(run.charges, chargedAtOnce, async (charge) => {
    ends[await chargeCycle(tools, charge)] += 1
  })
}

/**
 * Bills everything overdue, oldest first, whenever it is called and by however many workers: a claimed subscription is
 * out of the others' way, and the key of its billing cycle lets it be billed once. The parts of the report add up to
 * the subscriptions that were due.
 */
export const renewDue = async (tools: RenewalTools): Promise<RenewalReport> => {
  const ends = noEnds()
  let due = 0
  for (;;) {
    const run = await inTransaction(tools.world, (work) => openDue(tools, work))
    if (run.claimed === 0) return { due, ends }
    tools.world.reach('renewal: cycles opened')
    due += run.claimed
    await settleRun(tools, run, ends)
  }
}
