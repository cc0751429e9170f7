import { accountById } from '#account/server/accounts.ts'
import { lockCredit, reserveCredit } from '#credit/server/credits.ts'
import { unitsOf } from '#catalogue/server/plans.ts'
import { chargesFor, openCharge } from '#payment/server/payments.ts'
import type { CardTry } from '#payment/server/card-gates.ts'
import type { Charge } from '#payment/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import { actionRefused } from '../rules/refused-action.ts'
import type { UpcomingOrder } from '../rules/upcoming-order.ts'
import { reopenCycle } from './billing-cycle-store.ts'
import { billingQuote } from './billing-quote.ts'
import { selectCase } from './dunning-store.ts'
import { finishFreeCycle } from './finish-cycle.ts'
import { chargeCycle } from './open-renewals.ts'
import type { RenewalTools } from './open-renewals.ts'
import { isInHand, owedOrderOf } from './owed-order.ts'
import type { OwedOrder } from './owed-order.ts'
import { lockSubscription } from './subscription-store.ts'
import { withdrawOpened } from './withdraw-opened.ts'

/** A card for the order that a case owes. */
export interface PayingCard {
  readonly caseId: string
  readonly cardToken: string
  /** As it was shown. */
  readonly total: string
  /** Likewise; null for whatever there is. */
  readonly credit: string | null
  /** Where the card comes from, for the gate. */
  readonly cardTry: CardTry
  /** Where the member comes back to from the bank's question. */
  readonly returnPath: string
}

type Opened = { readonly kind: 'paid' } | { readonly kind: 'charge'; readonly charge: Charge }

const openTypedCharge = async (
  { world, processor }: RenewalTools,
  work: Work,
  owed: OwedOrder,
  { cardToken, returnPath, cardTry }: PayingCard,
  attempt: number,
): Promise<Charge> => {
  const account = await accountById(work.db, owed.row.account_id)
  return openCharge(work, processor.name, {
    purpose: 'renewal',
    purposeId: owed.cycle.id,
    attempt,
    accountId: owed.row.account_id,
    email: account?.email ?? '',
    amountCents: owed.upcoming.toPayCents,
    currency: owed.upcoming.price.currency,
    source: { kind: 'token', token: cardToken, save: true },
    processorCustomer: null,
    offSession: false,
    returnUrl: `${world.publicUrl}${returnPath}`,
    description: owed.upcoming.price.lines[0]?.name ?? '',
    origin: cardTry.origin,
  })
}

const checkShown = ({ price, creditCents, toPayCents }: UpcomingOrder, shown: PayingCard): void => {
  const [total, credit] = [wirePrice(price.totalCents), wirePrice(creditCents)]
  if (total === shown.total && (shown.credit === null || shown.credit === credit)) return
  throw new ShopError('TOTAL_CHANGED', { data: { total, credit, to_pay: wirePrice(toPayCents) } })
}

const open = async (tools: RenewalTools, work: Work, paying: PayingCard): Promise<Opened> => {
  const dunned = await selectCase(work.db, paying.caseId)
  if (!dunned) throw new ShopError('LINK_EXPIRED')
  // Whoever else pays or changes this subscription comes before or after, never between.
  const subscription = await lockSubscription(work, dunned.subscription_id)
  await lockCredit(work, [subscription.account_id])
  // Another try of the schedule that was not asked for yet: the card that is typed in is asked in its place.
  await withdrawOpened(work, subscription)
  const owed = await owedOrderOf(tools, work.db, paying.caseId)
  if (owed.dunned.state === 'recovered') return { kind: 'paid' }
  if (isInHand(owed.cycle)) throw new ShopError('PAYMENT_PENDING')
  const { facts, upcoming } = owed
  checkShown(upcoming, paying)
  const quote = billingQuote(upcoming, unitsOf(upcoming.items), facts.address)
  const cycle = await reopenCycle(work, owed.cycle.id, { quote, caseId: paying.caseId })
  if (!cycle) throw new ShopError('PAYMENT_PENDING')
  const { account_id: accountId } = owed.row
  await reserveCredit(work, [
    { accountId, purpose: 'renewal', purposeId: cycle.id, cents: upcoming.creditCents },
  ])
  if (upcoming.toPayCents === 0) {
    await finishFreeCycle(work, cycle.id)
    return { kind: 'paid' }
  }
  await paying.cardTry.admit(work)
  return { kind: 'charge', charge: await openTypedCharge(tools, work, owed, paying, cycle.attempts) }
}

/** Throws what the answer of the bank comes to, when it is a no. */
const checkAnswer = async (tools: RenewalTools, { purposeId, id }: Charge): Promise<void> => {
  const charges = await chargesFor(tools.world.database, 'renewal', purposeId)
  const answered = charges.find((charge) => charge.id === id)
  if (answered?.state === 'void') throw actionRefused('order-not-placed')
  if (answered?.state !== 'declined') return
  throw new ShopError(answered.decline?.kind === 'expired' ? 'CARD_EXPIRED' : 'CARD_DECLINED')
}

/**
 * Asks a typed-in card for what a case owes. Once paid the order is placed, the subscription goes on and keeps the card,
 * whoever records the answer. Throws LINK_EXPIRED, TOTAL_CHANGED, PAYMENT_PENDING while another attempt is under way,
 * and CARD_DECLINED or CARD_EXPIRED, after which everything is as it was.
 */
export const payOwed = async (tools: RenewalTools, paying: PayingCard): Promise<void> => {
  const { world } = tools
  const opened = await inTransaction(world, (work) => open(tools, work, paying))
  switch (opened.kind) {
    case 'paid':
      return undefined
    case 'charge':
      world.reach('dunning: charge written')
      await chargeCycle(tools, opened.charge, 'dunning')
      return checkAnswer(tools, opened.charge)
    default:
      return opened satisfies never
  }
}
