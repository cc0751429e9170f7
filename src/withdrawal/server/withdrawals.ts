import type { Kysely } from 'kysely'
import { listPlans, releaseStock, unitsOf } from '#catalogue/server/plans.ts'
import type { Order } from '#order/calls.ts'
import { cancelUnshipped, lockPayer, orderById, orderByNumber } from '#order/server/orders.ts'
import type { CanceledOrder, OrderPayer } from '#order/server/orders.ts'
import type { PaymentTools } from '#payment/server/payments.ts'
import { leftOf, openRefund, refundById, settleRefund } from '#payment/server/refunds.ts'
import type { Refund, RefundReason } from '#payment/server/refunds.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { parsePrice } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import { refundTerms } from '#subscription/server/subscriptions.ts'
import { withdrawalOffer } from '../rules/withdrawal-offer.ts'
import type { WithdrawalOffer } from '../rules/withdrawal-offer.ts'
import {
  closeWithdrawal,
  insertWithdrawal,
  selectAwaitingReturn,
  selectWithdrawal,
  selectWithdrawalOf,
} from './withdrawal-store.ts'
import type { Withdrawal } from './withdrawal-store.ts'

export type { Withdrawal } from './withdrawal-store.ts'

const refusals = {
  canceled: 'This order was canceled before.',
  shipped: 'This order has shipped and cannot be canceled any more.',
  claimed: 'This gift was claimed. It is on its way to its recipient.',
  'too-late': 'The days in which you can withdraw from this contract have passed.',
} as const satisfies Record<Extract<WithdrawalOffer, { kind: 'none' }>['reason'], string>

export const refused = (reason: keyof typeof refusals): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: refusals[reason], data: { reason } })

/** What may be taken back of an order now. */
export const offerFor = (order: Order, now: Temporal.Instant): WithdrawalOffer =>
  withdrawalOffer({
    state: order.state,
    isClaimed: order.kind === 'gift' && order.ship_on !== null,
    country: order.address.country,
    shippedOn:
      order.shipped_at === null ? null : dateIn(Temporal.Instant.from(order.shipped_at), brand.timeZone),
    today: dateIn(now, brand.timeZone),
  })

/** Who takes back, unless another name is given. */
export const nameOf = ({ address }: Order): string => `${address.firstName} ${address.lastName}`

/** All that is left of what was paid for an order; null when nothing is. */
const openRest = async (work: Work, payer: OrderPayer, reason: RefundReason): Promise<Refund | null> => {
  if ((await leftOf(work, payer)) <= 0) return null
  return openRefund(work, { ...payer, requestKey: `${reason}:${payer.orderId}`, cents: null, reason })
}

interface Opened {
  readonly withdrawal: Withdrawal
  /** To be asked for after the commit; null when there is nothing to give back now. */
  readonly refund: Refund | null
}

const backToShelf = async (tools: PaymentTools, work: Work, { lines }: CanceledOrder): Promise<void> => {
  const plans = await listPlans(tools.world)
  const units = unitsOf(
    lines.flatMap(({ planCode, quantity }) => {
      const plan = plans.get(planCode)
      return plan ? [{ plan, quantity }] : []
    }),
  )
  work.atEnd(() => releaseStock(work, units))
}

/** Who takes what back. */
export interface TakingBack {
  readonly order: Order
  readonly accountId: string
  readonly name: string
}

const write = async (
  work: Work,
  { order, accountId, name }: TakingBack,
  kind: Withdrawal['kind'],
  refund: Refund | null,
): Promise<Opened> => {
  const withdrawal: Withdrawal = {
    id: work.ids.uuid(),
    orderId: order.id,
    accountId,
    kind,
    name,
    email: order.email,
    state: kind === 'cancel' ? 'closed' : 'awaiting-return',
    refundId: refund?.id ?? null,
    receivedAt: work.now,
  }
  if (!(await insertWithdrawal(work, withdrawal))) return standing(work, order.id)
  work.announce({ kind: 'withdrawal-received', withdrawalId: withdrawal.id })
  return { withdrawal, refund }
}

/** Why an order that could be withdrawn a moment ago no longer can; reads it again. */
const refusedSince = async ({ db, now }: Work, orderId: string): Promise<ShopError> => {
  const offer = offerFor(await orderById(db, orderId), now)
  return refused(offer.kind === 'none' ? offer.reason : 'shipped')
}

const standing = async (work: Work, orderId: string): Promise<Opened> => {
  const withdrawal = await selectWithdrawalOf(work.db, orderId)
  if (!withdrawal) throw await refusedSince(work, orderId)
  return { withdrawal, refund: null }
}

/** What follows from a canceled order: its units on the shelf, nothing paid ahead by it, its money. */
const giveBack = async (
  tools: PaymentTools,
  work: Work,
  taking: TakingBack,
  canceled: CanceledOrder,
): Promise<Opened> => {
  const { id } = taking.order
  await backToShelf(tools, work, canceled)
  await refundTerms(work, id)
  const payer = await lockPayer(work, id)
  return write(work, taking, 'cancel', await openRest(work, payer, 'order-canceled'))
}

const open = async (tools: PaymentTools, work: Work, taking: TakingBack): Promise<Opened> => {
  const { order } = taking
  const earlier = await selectWithdrawalOf(work.db, order.id)
  if (earlier) return { withdrawal: earlier, refund: null }
  const offer = offerFor(order, work.now)
  if (offer.kind === 'none') throw refused(offer.reason)
  if (offer.kind === 'withdraw') return write(work, taking, 'withdraw', null)
  const canceled = await cancelUnshipped(work, order.id)
  // Somebody was faster: the same buyer in another window, the parcel, or the recipient of a gift.
  if (canceled === null) return standing(work, order.id)
  return giveBack(tools, work, taking, canceled)
}

/**
 * Takes an order back as it stands: cancels it and gives the money back, or opens a case that waits for the parcel. Once per
 * order; the same again answers the same case. Throws ACTION_NOT_ALLOWED with the reason in `data.reason`.
 */
export const takeBack = async (tools: PaymentTools, taking: TakingBack): Promise<Withdrawal> => {
  const { withdrawal, refund } = await inTransaction(tools.world, (work) => open(tools, work, taking))
  if (refund) await settleRefund(tools, refund)
  return withdrawal
}

/**
 * Cancels an order that has not shipped and gives its money back; `also` is done in the same transaction. False, and
 * nothing is done, when it has shipped or was canceled before.
 */
export const cancelOrder = async (
  tools: PaymentTools,
  orderId: string,
  also: (work: Work) => Promise<void>,
): Promise<boolean> => {
  const order = await orderById(tools.world.database, orderId)
  const opened = await inTransaction(tools.world, async (work) => {
    const canceled = await cancelUnshipped(work, orderId)
    if (canceled === null) return null
    const { accountId } = canceled
    const given = await giveBack(tools, work, { order, accountId, name: nameOf(order) }, canceled)
    await also(work)
    return given
  })
  if (opened?.refund) await settleRefund(tools, opened.refund)
  return opened !== null
}

/** The case of an order; null when nothing was taken back. */
export const withdrawalOf = (db: Kysely<Database>, orderId: string): Promise<Withdrawal | null> =>
  selectWithdrawalOf(db, orderId)

/** What goes back, or went back, for a case, by card and as credit; cents. */
export const refundedFor = async (
  db: Kysely<Database>,
  withdrawal: Withdrawal,
  order: Order,
): Promise<number> => {
  const refund = withdrawal.refundId === null ? null : await refundById(db, withdrawal.refundId)
  if (refund) return refund.cents + refund.creditCents
  return withdrawal.state === 'closed' ? 0 : parsePrice(order.total) - parsePrice(order.refunded)
}

/** For mails and jobs: the case of an announcement. */
export const withdrawalById = (db: Kysely<Database>, id: string): Promise<Withdrawal | null> =>
  selectWithdrawal(db, id)

/** The cases that wait for a parcel, the oldest first. */
export const awaitedReturns = (db: Kysely<Database>): Promise<Withdrawal[]> => selectAwaitingReturn(db)

/**
 * The parcel is here again: closes the case and gives back all that is left. Null when there was nothing to give back.
 * NOT_FOUND for an order without a case; ACTION_NOT_ALLOWED when the case is closed.
 */
export const confirmReturn = async (tools: PaymentTools, number: string): Promise<Refund | null> => {
  const { world } = tools
  const order = await orderByNumber(world.database, number)
  const refund = await inTransaction(world, async (work) => {
    const withdrawal = await selectWithdrawalOf(work.db, order.id)
    if (!withdrawal) throw new ShopError('NOT_FOUND')
    const rest = await openRest(work, await lockPayer(work, order.id), 'withdrawal')
    if (!(await closeWithdrawal(work, withdrawal.id, rest?.id ?? null)))
      throw new ShopError('ACTION_NOT_ALLOWED', { detail: 'This return was confirmed before.' })
    return rest
  })
  return refund && settleRefund(tools, refund)
}
