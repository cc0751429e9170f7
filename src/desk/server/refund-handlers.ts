import { priceText, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { splitSum } from '#shared/payment-split.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { shownLeftOf } from '#payment/refund/server/refund-facts.ts'
import { refundsOf } from '#payment/refund/server/refunds.ts'
import type { DecidedRefund } from '#payment/refund/rules/refund.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { previewOperatorRefund, refundOrder } from '#refund/server/operator-refunds.ts'
import type { OperatorRefund } from '#refund/server/operator-refunds.ts'
import { currencyOfOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, Staff } from '#platform/request-context.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type * as endpoints from '../endpoints.ts'
import { orderSubject } from './desk-order.ts'
import {
  enteredCents,
  explained,
  limitsOf,
  loggedRefund,
  refundStateTexts,
  requireAllowed,
  requireSame,
  wireGiven,
} from './refund-limits.ts'

type Wanted = PayloadOf<typeof endpoints.previewDeskRefund>

/** VALIDATION_ERROR for a form in which nothing is chosen. */
const requireChoice = ({ everything, units, with_shipping: withShipping, sum }: Wanted): void => {
  if (everything || units.length > 0 || withShipping || sum !== undefined) return
  throw new ShopError('VALIDATION_ERROR', {
    fields: { units: 'Please enter how many units of a line are refunded, from 1 on.' },
  })
}

const requestOf = (wanted: Wanted, currency: Currency): Omit<OperatorRefund, 'note'> => ({
  number: wanted.number,
  what: wanted.everything
    ? 'rest'
    : {
        plans: [],
        units: wanted.units,
        shippingCents: wanted.with_shipping ? 'all' : null,
        sum: wanted.sum === undefined ? null : { kind: 'sum', cents: enteredCents(wanted.sum, currency) },
      },
  asCredit: wanted.as_credit,
})

/** The currency of the order; the default for a number of no order, which is refused afterwards. */
const currencyFor = async (db: PaymentServices['deps']['database'], number: string): Promise<Currency> =>
  (await currencyOfOrder(db, number)) ?? defaultCurrency

const createPreview =
  (services: PaymentServices): Handler<typeof endpoints.previewDeskRefund> =>
  async (context, wanted) => {
    const db = services.deps.database
    requireChoice(wanted)
    const currency = await currencyFor(db, wanted.number)
    const { order, ...given } = await previewOperatorRefund(services, requestOf(wanted, currency))
    const cents = splitSum(given.split)
    const left = await shownLeftOf(db, {
      chargeId: order.chargeId,
      paid: paidBy(order.totals),
      refunds: await refundsOf(db, [order.id]),
    })
    return {
      ...wireGiven(order, given),
      left: wirePrice(Math.max(0, left - cents), currency),
      ...(await limitsOf(db, staffOf(context), order, {
        cents,
        action: stepUpActions.refund(order.number, cents),
      })),
    }
  }

type Given = Omit<PayloadOf<typeof endpoints.refundDeskOrder>, 'request_id'>

interface RefundAction {
  readonly actor: Staff
  /** Of the request, for the log. */
  readonly requestId: string
  /** Identifies this one refund. */
  readonly requestKey: string
  /** For which the passkey is used above a sum. */
  readonly stepUp: (order: Order, cents: Cents) => string
  /** Called before the refund is written; refuses by throwing. */
  readonly before?: (tx: Tx) => Promise<void>
}

/** Refunds what was previewed, by somebody who may, with its entry of the log. */
export const giveRefund = async (
  services: PaymentServices,
  { actor, requestId, requestKey, stepUp, before }: RefundAction,
  { amount, reason, ...wanted }: Given,
): Promise<Refund> => {
  const approve = async (tx: Tx, order: Order, { split }: DecidedRefund): Promise<void> => {
    await before?.(tx)
    const cents = splitSum(split)
    await requireAllowed(tx, actor, order, {
      cents,
      expectedCents: enteredCents(amount, order.currency),
      action: stepUp(order, cents),
    })
    recordAction(
      tx,
      { actor, requestId },
      {
        action: 'order.refunded',
        subject: orderSubject(order.number),
        accountId: order.accountId,
        before: { refunded_cents: order.refundedCents },
        after: loggedRefund(split, requestKey),
        reason,
      },
    )
  }
  const currency = await currencyFor(services.deps.database, wanted.number)
  return refundOrder(services, { ...requestOf(wanted, currency), note: reason, requestKey, approve })
}

/** What a refund would come to; TOTAL_CHANGED for another sum than was previewed. */
export const expectedRefund = async (
  services: PaymentServices,
  { amount, reason: _reason, ...wanted }: Given,
): Promise<{ readonly order: Order; readonly cents: Cents; readonly rows: readonly string[] }> => {
  const currency = await currencyFor(services.deps.database, wanted.number)
  const { order, ...given } = await previewOperatorRefund(services, requestOf(wanted, currency))
  const cents = splitSum(given.split)
  requireSame(cents, enteredCents(amount, currency), currency)
  const { rows } = wireGiven(order, given)
  return { order, cents, rows: rows.map((row) => `${row.name}: ${priceText(row.amount, currency)}`) }
}

/** Refunds by staff: preview and commit share the decision of every other refund. */
export const createRefundHandlers = (services: PaymentServices) => {
  const refundDeskOrder: Handler<typeof endpoints.refundDeskOrder> = async (context, payload) => {
    const actor = staffOf(context)
    const { request_id: formId, ...given } = payload
    const action = {
      actor,
      requestId: context.requestId,
      requestKey: `desk:${actor.staffId}:${formId}`,
      stepUp: ({ number }: Order, cents: Cents) => stepUpActions.refund(number, cents),
    }
    try {
      const { state } = await giveRefund(services, action, given)
      return { state, text: refundStateTexts[state] }
    } catch (thrown) {
      throw explained(thrown)
    }
  }
  return { previewDeskRefund: createPreview(services), refundDeskOrder }
}
