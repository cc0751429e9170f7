import { accountById } from '#account/server/accounts.ts'
import { lockCredit, reserveCredit } from '#credit/server/credits.ts'
import { stockQuantitiesOf } from '#catalogue/server/plans.ts'
import { declineError } from '#payment/processor/rules/card-decline.ts'
import {
  chargesFor,
  customerForNewCard,
  openCharge,
  recordOutcome,
  settleCharge,
} from '#payment/charge/server/payments.ts'
import type { Charge, OpenCharge } from '#payment/charge/server/payments.ts'
import type { CardAttempt } from '#payment/charge/server/card-gates.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import type { UpcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import { reopenCycle, selectCycle } from '#subscription/record/server/billing-cycle-store.ts'
import { billingQuote } from '#subscription/renewal/server/billing-quote.ts'
import { selectCase } from '#subscription/dunning/server/dunning-store.ts'
import { finishFreeCycle, finishCycle } from '#subscription/renewal/server/finish-cycle.ts'
import { chargeCycle } from '#subscription/renewal/server/open-renewals.ts'
import type { RenewalDeps } from '#subscription/renewal/server/open-renewals.ts'
import { holdConfirmation } from './confirmation.ts'
import { owedOrderOf, chargeByLink } from './owed-order.ts'
import type { OwedOrder } from './owed-order.ts'
import { lockSubscription } from '#subscription/record/server/subscription-store.ts'
import { withdrawOpened } from '#subscription/renewal/server/withdraw-opened.ts'
import { areTotalsShown } from '#pricing/rules/shown-totals.ts'
import type { ShownTotals } from '#pricing/rules/shown-totals.ts'
import { toPayCents, totalChanged } from '#pricing/rules/totals.ts'
import type { Currency } from '#shared/money.ts'
import { isInFlight } from '#subscription/renewal/server/open-cycles.ts'
import { isPriced } from '#subscription/record/server/billing-cycle-record.ts'

/** An entered card with where it comes from, for the gate; or the refused card, whose bank wants its owner. */
type Means =
  | { readonly kind: 'card'; readonly token: string; readonly cardTry: CardAttempt }
  | { readonly kind: 'confirm' }

/** A payment of the order that a case owes. */
export interface OwedPayment {
  readonly caseId: string
  readonly means: Means
  /** The totals as they were shown, in the currency of the order; without credit, all available credit. */
  readonly shownIn: (currency: Currency) => ShownTotals
  /** Where the member comes back to from the bank's question. */
  readonly returnPath: string
}

type Opened = { readonly kind: 'paid' } | { readonly kind: 'charge'; readonly charge: Charge }

type ChargedCard = Pick<OpenCharge, 'source' | 'processorCustomer' | 'origin'>

/** What is charged. Throws ACTION_NOT_ALLOWED for a refused card that cannot be confirmed any more. */
const chargedCard = async (
  services: RenewalDeps,
  tx: Tx,
  owed: OwedOrder,
  means: Means,
): Promise<ChargedCard> => {
  if (means.kind === 'card') {
    await means.cardTry.admit(tx)
    const source = { kind: 'token', token: means.token, save: true } as const
    const processorCustomer = await customerForNewCard(services, tx, owed.row.accountId)
    return { source, processorCustomer, origin: means.cardTry.origin }
  }
  const confirmation = await holdConfirmation(services, tx, owed)
  if (!confirmation)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'This card can no longer be confirmed. Please enter a card.',
    })
  return { source: confirmation.source, processorCustomer: confirmation.card.processorCustomer }
}

const openCardCharge = async (
  { deps, processor }: RenewalDeps,
  tx: Tx,
  owed: OwedOrder,
  card: ChargedCard,
  { returnPath, attempt }: { readonly returnPath: string; readonly attempt: number },
): Promise<Charge> => {
  const account = await accountById(tx.db, owed.row.accountId)
  return openCharge(tx, processor.name, {
    ...card,
    purpose: 'renewal',
    purposeId: owed.cycle.id,
    attempt,
    accountId: owed.row.accountId,
    email: account?.email ?? '',
    amountCents: toPayCents(owed.upcoming.price.totals),
    currency: owed.upcoming.price.currency,
    offSession: false,
    returnUrl: `${deps.publicUrl}${returnPath}`,
    description: owed.upcoming.price.lines[0]?.name ?? '',
    shipTo: owed.facts.address,
  })
}

const checkExpectedTotals = ({ price: { totals, currency } }: UpcomingOrder, expected: OwedPayment): void => {
  if (areTotalsShown(expected.shownIn(currency), totals, currency)) return
  throw totalChanged(totals, currency)
}

const openPayment = async (services: RenewalDeps, tx: Tx, payment: OwedPayment): Promise<Opened> => {
  const dunningCase = await selectCase(tx.db, payment.caseId)
  if (!dunningCase) throw new ShopError('LINK_EXPIRED')
  // Other payments or changes of this subscription come before or after, never between.
  const subscription = await lockSubscription(tx, dunningCase.subscriptionId)
  await lockCredit(tx, [subscription.accountId])
  // A scheduled attempt that was not requested yet: this payment replaces it.
  await withdrawOpened(tx, subscription)
  const owed = await owedOrderOf(services, tx.db, payment.caseId)
  if (owed.dunningCase.state === 'recovered') return { kind: 'paid' }
  if (isInFlight(owed.cycle)) throw new ShopError('PAYMENT_PENDING')
  const { facts, upcoming } = owed
  checkExpectedTotals(upcoming, payment)
  const quote = billingQuote(upcoming, stockQuantitiesOf(upcoming.items), facts.address)
  const cycle = await reopenCycle(tx, owed.cycle.id, { quote, caseId: payment.caseId })
  if (!cycle) throw new ShopError('PAYMENT_PENDING')
  const { accountId } = owed.row
  await reserveCredit(tx, [
    {
      accountId,
      purpose: 'renewal',
      purposeId: cycle.id,
      totals: upcoming.price.totals,
      currency: upcoming.price.currency,
    },
  ])
  if (toPayCents(upcoming.price.totals) === 0) {
    await finishFreeCycle(tx, cycle.id)
    return { kind: 'paid' }
  }
  const card = await chargedCard(services, tx, owed, payment.means)
  const { returnPath } = payment
  const charge = await openCardCharge(services, tx, owed, card, { returnPath, attempt: cycle.attempts })
  return { kind: 'charge', charge }
}

/** Throws the error for the bank's answer, if it declined. */
const checkAnswer = async (services: RenewalDeps, { purposeId, id }: Charge): Promise<void> => {
  const charges = await chargesFor(services.deps.database, 'renewal', purposeId)
  const answered = charges.find((charge) => charge.id === id)
  if (answered?.state === 'void') throw actionRefused('order-not-placed')
  if (answered?.state !== 'declined') return
  throw new ShopError(declineError(answered.decline))
}

/**
 * Before another card is charged, ends the confirmation of the refused one: the bank's question, and a confirmation that
 * failed, of which a page may still be open. What was paid meanwhile is recorded as paid. A question about an entered card
 * stays: this may be the same request again. Throws PAYMENT_PENDING when the processor does not answer.
 */
export const endQuestion = async (services: RenewalDeps, caseId: string): Promise<void> => {
  const { deps, dunning } = services
  const dunningCase = await selectCase(deps.database, caseId)
  const cycle = dunningCase && (await selectCycle(deps.database, dunningCase.billingCycleId))
  const charge = cycle && isPriced(cycle) ? await chargeByLink(deps.database, cycle) : null
  const source = charge?.request.source
  if (!charge || !source || source.kind === 'token') return
  const isRefusedConfirmation = charge.state === 'declined' && source.kind === 'declined-charge'
  if (charge.state !== 'challenge' && !isRefusedConfirmation) return
  const outcome = await settleCharge(services, charge)
  if (['unknown', 'challenge', 'other-sum'].includes(outcome.state)) throw new ShopError('PAYMENT_PENDING')
  if (isRefusedConfirmation && outcome.state === 'succeeded') {
    deps.log.error({ charge: charge.id }, 'a declined charge has succeeded at the processor')
    throw new ShopError('PAYMENT_PENDING')
  }
  deps.reachCrashPoint('dunning: question ended')
  await inTransaction(deps, async (tx) => {
    const { charge: recorded, wasOpen } = await recordOutcome(tx, charge.id, outcome)
    if (wasOpen) await finishCycle(dunning, tx, recorded)
  })
}

/**
 * Charges a card for what a case owes. Once it is paid the order is placed, and the subscription continues with this
 * card, whichever process records the answer. An entered card ends the confirmation of the refused one.
 * Throws LINK_EXPIRED, TOTAL_CHANGED, ACTION_NOT_ALLOWED, PAYMENT_PENDING while another attempt is in flight, and
 * CARD_DECLINED, CARD_EXPIRED or CARD_DATA_WRONG, after which everything is as before.
 */
export const payOwed = async (services: RenewalDeps, payment: OwedPayment): Promise<void> => {
  const { deps } = services
  const { caseId, means } = payment
  if (means.kind === 'card') await endQuestion(services, caseId)
  const opened = await inTransaction(deps, (tx) => openPayment(services, tx, payment))
  switch (opened.kind) {
    case 'paid':
      return undefined
    case 'charge':
      deps.reachCrashPoint('dunning: charge written')
      await chargeCycle(services, opened.charge, 'dunning')
      return checkAnswer(services, opened.charge)
    default:
      return opened satisfies never
  }
}
