import type { Order } from '#order/calls.ts'
import { findOrder, orderOf, payerOf } from '#order/server/orders.ts'
import { hasWithdrawalRight } from '#location/rules/withdrawal-right.ts'
import type { PaymentTools } from '#payment/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import { parsePrice, wirePrice } from '#shared/money.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { previewWithdrawal, withdraw } from '../calls.ts'
import { endsSubscriptions } from '../rules/withdrawal-offer.ts'
import { nameOf, offerFor, refundedFor, refused, takeBack, withdrawalOf } from './withdrawals.ts'

interface WithdrawalHandlers {
  readonly previewWithdrawal: Handler<typeof previewWithdrawal>
  readonly withdraw: Handler<typeof withdraw>
}

interface Named {
  readonly number: string
  readonly email?: string | undefined
}

/** NOT_FOUND whichever of number and e-mail does not fit; a member's own orders need no e-mail. */
const namedOrder = (tools: PaymentTools, { actor }: CallContext, named: Named): Promise<Order> => {
  const { number, email } = named
  if (email !== undefined) return findOrder(tools.world.database, number, email)
  if (actor.kind === 'member') return orderOf(tools.world.database, actor.accountId, number)
  throw new ShopError('VALIDATION_ERROR', { fields: { email: 'Kindly enter a valid email address.' } })
}

const leftCents = ({ total, refunded }: Order): number => parsePrice(total) - parsePrice(refunded)

const createPreview =
  (tools: PaymentTools): Handler<typeof previewWithdrawal> =>
  async (context, named) => {
    const order = await namedOrder(tools, context, named)
    const offer = offerFor(order, tools.world.clock.now())
    if (await withdrawalOf(tools.world.database, order.id)) throw refused('canceled')
    if (offer.kind === 'none') throw refused(offer.reason)
    return {
      number: order.number,
      kind: offer.kind,
      is_legal_right: hasWithdrawalRight(order.address.country),
      name: nameOf(order),
      email: order.email,
      lines: order.lines.map(({ name, quantity }) => ({ name, quantity })),
      refund: wirePrice(leftCents(order)),
      currency: order.currency,
      until: offer.kind === 'withdraw' ? offer.until.toString() : null,
      ends_subscriptions: endsSubscriptions(order, offer.kind),
    }
  }

/** The calls of the room. */
export const createWithdrawalHandlers = (tools: PaymentTools): WithdrawalHandlers => ({
  previewWithdrawal: createPreview(tools),
  withdraw: async (context, { name, ...named }) => {
    const order = await namedOrder(tools, context, named)
    const { accountId } = await payerOf(tools.world.database, order.id)
    const taken = await takeBack(tools, { order, accountId, name: name || nameOf(order) })
    return {
      number: order.number,
      kind: taken.kind,
      state: taken.state,
      received_at: taken.receivedAt.toString(),
      refund: wirePrice(await refundedFor(tools.world.database, taken, order)),
      currency: order.currency,
    }
  },
})
