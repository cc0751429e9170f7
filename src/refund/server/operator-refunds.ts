import { cancelRefunded, holdShipments, lockPayer, orderByNumber } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { PaidPart, RefundChoice, Units } from '#pricing/rules/refund-lines.ts'
import type { DecidedRefund, GivenRefund } from '#payment/refund/rules/refund.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import {
  leftPartsOf,
  leftToRefundOf,
  openRefund,
  previewRefund,
  settleRefund,
} from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'

/**
 * Holds the shipment of an order while a full refund is pending, and releases it when a refund was refused. In the
 * transaction that writes a refund or records its outcome.
 */
export const holdWhileRefunding = async (tx: Tx, orderId: string): Promise<void> => {
  const left = await leftToRefundOf(tx, await lockPayer(tx, orderId))
  await holdShipments(tx, orderId, left <= 0)
}

/** In the transaction that records a refund: a fully refunded order does not ship. */
export const applyRefund = async (
  tx: Tx,
  orderId: string,
  { isFullyRefunded }: { readonly isFullyRefunded: boolean },
): Promise<void> => {
  if (isFullyRefunded) await cancelRefunded(tx, orderId)
  else await holdWhileRefunding(tx, orderId)
}

/** This many units of a plan, as an operator names them. */
export interface PlanUnits {
  readonly planCode: string
  readonly quantity: number
}

/** What an operator refunds of an order. */
export interface OperatorRefund {
  readonly number: string
  readonly what:
    | 'rest'
    | (Omit<Extract<RefundChoice, { kind: 'parts' }>, 'kind' | 'units'> & {
        readonly plans: readonly PlanUnits[]
        /** Units of lines by their place in the order, in addition to those of plans. */
        readonly units?: readonly Units[]
      })
  /** In words, for the buyer. */
  readonly note: string | null
  readonly asCredit: boolean
}

/** Units of plans as units of lines: where two lines have one plan, the first one first. */
const unitsOfPlans = (
  order: Order,
  left: readonly PaidPart[],
  { planCode, quantity }: PlanUnits,
): Units[] => {
  const positions = order.lines.flatMap((line, position) => (line.planCode === planCode ? [position] : []))
  const [first] = positions
  if (first === undefined) throw new ShopError('ACTION_NOT_ALLOWED', noSuchLine(order, planCode))
  let wanted = quantity
  const units = positions.flatMap((position) => {
    const part = Math.min(wanted, left.find((one) => one.position === position)?.quantity ?? 0)
    wanted -= Math.max(0, part)
    return part > 0 ? [{ position, quantity: part }] : []
  })
  // Too many, or none: the rule refuses it.
  return quantity < 1 || wanted > 0 ? [{ position: first, quantity }] : units
}

const noSuchLine = ({ number, lines }: Order, planCode: string) => ({
  detail: `${planCode} is not a line of order ${number}. Its lines: ${lines.map((line) => line.planCode).join(', ')}.`,
  data: { reason: 'no-such-line' },
})

const gather = async (tx: Tx, { number, what, asCredit }: Omit<OperatorRefund, 'note'>) => {
  const payer = await lockPayer(tx, (await orderByNumber(tx.db, number)).id)
  const order = await orderByNumber(tx.db, number)
  if (what === 'rest') return { order, ...payer, asCredit, choice: { kind: 'rest' } as const }
  const left = await leftPartsOf(tx.db, payer)
  const units = [...what.plans.flatMap((plan) => unitsOfPlans(order, left, plan)), ...(what.units ?? [])]
  const { shippingCents, sum } = what
  return { order, ...payer, asCredit, choice: { kind: 'parts', units, shippingCents, sum } as const }
}

/** A goodwill alone is one; whatever has units, shipping or a sum in it is an operator's refund. */
const reasonOf = (choice: RefundChoice): 'goodwill' | 'operator' =>
  choice.kind === 'parts' &&
  choice.units.length === 0 &&
  choice.shippingCents === null &&
  choice.sum?.kind === 'goodwill'
    ? 'goodwill'
    : 'operator'

/** What `refundOrder` would refund, by the same decision; nothing is written. Throws as it does. */
export const previewOperatorRefund = (
  { deps }: PaymentServices,
  request: Omit<OperatorRefund, 'note'>,
): Promise<GivenRefund & { readonly order: Order }> =>
  inTransaction(deps, async (tx) => {
    const { order, ...gathered } = await gather(tx, request)
    return { order, ...(await previewRefund(tx, { ...gathered, reason: reasonOf(gathered.choice) })) }
  })

/**
 * Refunds a part of what was paid for an order, or everything that remains; for operators. `requestKey` identifies this
 * one refund. An order with a full refund pending does not ship. Throws ACTION_NOT_ALLOWED for more than remains of the
 * order, of a line or of shipping; NOT_FOUND.
 */
export const refundOrder = async (
  services: PaymentServices,
  request: OperatorRefund & {
    readonly requestKey: string
    /** Called with what is decided, before it is written; refuses by throwing, and not for a repeated request. */
    readonly approve?: (tx: Tx, order: Order, given: DecidedRefund) => Promise<void>
  },
): Promise<Refund> => {
  const { requestKey, note, approve } = request
  const refund = await inTransaction(services.deps, async (tx) => {
    const { order, ...gathered } = await gather(tx, request)
    const opened = await openRefund(tx, {
      ...gathered,
      requestKey,
      note,
      reason: reasonOf(gathered.choice),
      approve: async (given) => approve?.(tx, order, given),
    })
    await holdWhileRefunding(tx, order.id)
    return opened
  })
  return settleRefund(services, refund)
}
