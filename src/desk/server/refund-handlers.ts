import { isShopError, ShopError } from '#shared/errors.ts'
import { formatPrice, parsePrice, sumCents, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { GivenRefund } from '#payment/refund/rules/refund.ts'
import { centsOf, paidParts } from '#pricing/rules/refund-lines.ts'
import { refundRowName, refundRows } from '#pricing/rules/refund-rows.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { leftPartsOf } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { previewOperatorRefund, refundOrder } from '#refund/server/operator-refunds.ts'
import type { OperatorRefund } from '#refund/server/operator-refunds.ts'
import { currencyOfOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { stepUpActs } from '#staff/rules/step-up-acts.ts'
import { auditEntries, recordAct } from '#staff/server/audits.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import type { Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, Staff } from '#platform/request-context.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type * as endpoints from '../endpoints.ts'
import { needsStepUp, refundLimitRefusal } from '../rules/refund-limit.ts'
import { earlierRefunds } from '../rules/earlier-refunds.ts'
import { orderSubject } from './desk-order.ts'

type Wanted = PayloadOf<typeof endpoints.previewDeskRefund>

/** The sum of a form; VALIDATION_ERROR where it has more decimals than the currency. */
const enteredCents = (sum: string, currency: Currency): Cents => {
  try {
    return parsePrice(sum, currency)
  } catch {
    throw new ShopError('VALIDATION_ERROR', { fields: { sum: `Please enter an amount of ${currency}.` } })
  }
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

/** What a person has refunded of an order before, by the log. */
const earlierOf = async (
  db: Tx['db'] | PaymentServices['deps']['database'],
  { staffId }: Staff,
  number: string,
) =>
  earlierRefunds(await auditEntries(db, { subject: orderSubject(number), before: null, limit: 200 }), staffId)

const stateTexts: Readonly<Record<Refund['state'], string>> = {
  refunded: 'The refund was made.',
  pending: 'The processor accepted the refund; the bank still has to carry it out.',
  intended: 'The refund is recorded, and the processor did not answer. The shop asks again by itself.',
  unknown: 'The refund is recorded, and the processor did not answer. The shop asks again by itself.',
  waiting: 'The refund is recorded and waits until the bank has decided on the dispute.',
  refused: 'The processor refused the refund for good. No money went back.',
}

const createPreview =
  (services: PaymentServices): Handler<typeof endpoints.previewDeskRefund> =>
  async (context, wanted) => {
    const actor = staffOf(context)
    const db = services.deps.database
    const currency = await currencyFor(db, wanted.number)
    const { order, split, lines } = await previewOperatorRefund(services, requestOf(wanted, currency))
    const cents = splitSum(split)
    const wire = (sum: Cents): string => wirePrice(sum, currency)
    const left = await leftPartsOf(db, { orderId: order.id, parts: paidParts(order.lines, order.totals) })
    const facts = {
      role: actor.role,
      earlierCents: await earlierOf(db, actor, order.number),
      cents,
      currency,
    }
    return {
      currency,
      amount: wire(cents),
      to_card: wire(split.cardCents),
      as_credit: wire(split.creditCents),
      rows: refundRows(lines).map((row) => ({
        name: refundRowName(row, order.lines),
        goods: wire(row.goodsCents),
        tax: wire(row.taxCents),
        amount: wire(centsOf(row)),
      })),
      left: wire(Math.max(0, sumCents(left.map(centsOf)) - cents)),
      refusal: refundLimitRefusal(facts),
      act: needsStepUp(facts) ? stepUpActs.refund(order.number, cents) : null,
    }
  }

/** Refuses another sum than the previewed one, and one above the person's limit; needs the passkey above a sum. */
const requireAllowed = async (
  tx: Tx,
  actor: Staff,
  order: Order,
  cents: Cents,
  expectedCents: Cents,
): Promise<void> => {
  if (cents !== expectedCents)
    throw new ShopError('TOTAL_CHANGED', {
      detail: `This would refund ${formatPrice(cents, order.currency)} by now, because something of the order was refunded meanwhile. Nothing was sent.`,
      data: { amount: wirePrice(cents, order.currency) },
    })
  const earlierCents = await earlierOf(tx.db, actor, order.number)
  const refusal = refundLimitRefusal({ role: actor.role, earlierCents, cents, currency: order.currency })
  if (refusal !== null) throw new ShopError('FORBIDDEN', { detail: refusal })
  if (needsStepUp({ earlierCents, cents, currency: order.currency }))
    await requireStepUp(tx, actor, stepUpActs.refund(order.number, cents))
}

/** A refusal because another refund came first, with a sentence that nothing was sent. */
const explained = (thrown: unknown): unknown =>
  isShopError(thrown) && thrown.code === 'ACTION_NOT_ALLOWED'
    ? new ShopError('ACTION_NOT_ALLOWED', {
        detail: `${thrown.detail} Nothing was sent; see what happened to the order.`,
        ...(thrown.data ? { data: thrown.data } : {}),
      })
    : thrown

/** Refunds by staff: preview and commit share the decision of every other refund. */
export const createRefundHandlers = (services: PaymentServices) => {
  const refundDeskOrder: Handler<typeof endpoints.refundDeskOrder> = async (context, payload) => {
    const actor = staffOf(context)
    const { request_id: requestId, amount, reason, ...wanted } = payload
    const approve = async (tx: Tx, order: Order, { split }: GivenRefund): Promise<void> => {
      const cents = splitSum(split)
      await requireAllowed(tx, actor, order, cents, enteredCents(amount, order.currency))
      recordAct(
        tx,
        { actor, requestId: context.requestId },
        {
          act: 'order.refunded',
          subject: orderSubject(order.number),
          accountId: order.accountId,
          before: { refunded_cents: order.refundedCents },
          after: { cents, card_cents: split.cardCents, credit_cents: split.creditCents },
          reason,
        },
      )
    }
    const requestKey = `desk:${actor.staffId}:${requestId}`
    try {
      const currency = await currencyFor(services.deps.database, wanted.number)
      const request = { ...requestOf(wanted, currency), note: reason, requestKey, approve }
      const refund = await refundOrder(services, request)
      return { state: refund.state, text: stateTexts[refund.state] }
    } catch (thrown) {
      throw explained(thrown)
    }
  }
  return { previewDeskRefund: createPreview(services), refundDeskOrder }
}
