import { isShopError, ShopError } from '#shared/errors.ts'
import { formatPrice, parsePrice, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import type { GivenRefund } from '#payment/refund/rules/refund.ts'
import { refundsOf } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { centsOf } from '#pricing/rules/refund-lines.ts'
import { refundRowName, refundRows } from '#pricing/rules/refund-target.ts'
import type { Order } from '#order/server/orders.ts'
import { actionsAbout } from '#staff/server/audits.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Staff } from '#platform/request-context.ts'
import { needsStepUp, refundLimitRefusal, earlierRefunds, refundingActions } from '../rules/refund-limit.ts'
import { orderSubject } from './desk-order.ts'

/** The sum of a form; VALIDATION_ERROR where it has more decimals than the currency. */
export const enteredCents = (sum: string, currency: Currency): Cents => {
  try {
    return parsePrice(sum, currency)
  } catch {
    throw new ShopError('VALIDATION_ERROR', { fields: { sum: `Please enter an amount of ${currency}.` } })
  }
}

/** What a person has refunded of an order before, by the log. */
const earlierOf = async (
  db: Tx['db'] | AppDeps['database'],
  { staffId }: Staff,
  { id, number }: Pick<Order, 'id' | 'number'>,
): Promise<Cents> => {
  const entries = await actionsAbout(db, orderSubject(number), refundingActions)
  if (!entries.some((entry) => entry.staffId === staffId)) return 0
  const refused = (await refundsOf(db, [id])).filter(({ state }) => state === 'refused')
  return earlierRefunds(
    entries,
    staffId,
    refused.map(({ requestKey, isReversed, split }) => ({
      requestKey,
      retainedCents: isReversed ? split.creditCents : 0,
    })),
  )
}

/** What the log says of a refund: `earlierRefunds` finds the refund of an entry by its key. */
export const loggedRefund = (split: PaymentSplit, requestKey: string) => ({
  cents: splitSum(split),
  card_cents: split.cardCents,
  credit_cents: split.creditCents,
  refund_key: requestKey,
})

/** What became of a refund, as a sentence. */
export const refundStateTexts: Readonly<Record<Refund['state'], string>> = {
  refunded: 'The refund was made.',
  pending: 'The processor accepted the refund; the bank still has to carry it out.',
  intended: 'The refund is recorded, and the processor did not answer. The shop asks again by itself.',
  unknown: 'The refund is recorded, and the processor did not answer. The shop asks again by itself.',
  waiting: 'The refund is recorded and waits until the bank has decided on the dispute.',
  refused: 'The processor refused the refund for good. No money went back.',
}

/** A refund as a preview shows it; `given` is null for nothing. */
export const wireGiven = ({ lines, currency }: Order, given: GivenRefund | null) => {
  const wire = (sum: Cents): string => wirePrice(sum, currency)
  return {
    currency,
    amount: wire(given === null ? 0 : splitSum(given.split)),
    to_card: wire(given?.split.cardCents ?? 0),
    as_credit: wire(given?.split.creditCents ?? 0),
    rows: refundRows(given?.lines ?? []).map((row) => ({
      name: refundRowName(row, lines),
      goods: wire(row.goodsCents),
      tax: wire(row.taxCents),
      amount: wire(centsOf(row)),
    })),
  }
}

interface LimitedRefund {
  readonly cents: Cents
  /** For which the passkey is used above a sum. */
  readonly action: string
}

/** Why a person may not refund so much of an order, and the action that needs their passkey. */
export const limitsOf = async (
  db: AppDeps['database'],
  actor: Staff,
  order: Pick<Order, 'id' | 'number' | 'currency'>,
  { cents, action }: LimitedRefund,
) => {
  const { currency } = order
  const facts = { role: actor.role, earlierCents: await earlierOf(db, actor, order), cents, currency }
  return { refusal: refundLimitRefusal(facts), action: needsStepUp(facts) ? action : null }
}

interface CheckedRefund extends LimitedRefund {
  /** Of the preview. */
  readonly expectedCents: Cents
}

/** TOTAL_CHANGED for another sum than the previewed one. */
export const requireSame = (cents: Cents, expectedCents: Cents, currency: Currency): void => {
  if (cents !== expectedCents)
    throw new ShopError('TOTAL_CHANGED', {
      detail: `This would refund ${formatPrice(cents, currency)} by now, because something of the order was refunded meanwhile. Nothing was sent.`,
      data: { amount: wirePrice(cents, currency) },
    })
}

/** Refuses another sum than the previewed one, and one above the person's limit; needs the passkey above a sum. */
export const requireAllowed = async (
  tx: Tx,
  actor: Staff,
  order: Order,
  { cents, expectedCents, action }: CheckedRefund,
): Promise<void> => {
  const { currency } = order
  requireSame(cents, expectedCents, currency)
  const earlierCents = await earlierOf(tx.db, actor, order)
  const refusal = refundLimitRefusal({ role: actor.role, earlierCents, cents, currency })
  if (refusal !== null) throw new ShopError('FORBIDDEN', { detail: refusal })
  if (needsStepUp({ earlierCents, cents, currency })) await requireStepUp(tx, actor, action)
}

/** A refusal because another refund came first, with a sentence that nothing was sent. */
export const explained = (thrown: unknown): unknown =>
  isShopError(thrown) && thrown.code === 'ACTION_NOT_ALLOWED'
    ? new ShopError('ACTION_NOT_ALLOWED', {
        detail: `${thrown.detail} Nothing was sent; see what happened to the order.`,
        ...(thrown.data ? { data: thrown.data } : {}),
      })
    : thrown
