import { parseArgs } from 'node:util'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { refusedRefunds } from '#payment/server/refunds.ts'
import type { Refund } from '#payment/server/refunds.ts'
import { refundOrder, repeatRefund } from '#withdrawal/server/operator-refunds.ts'
import { orderById } from '#order/server/orders.ts'
import type { Shop } from '../shop.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

const positionalsOf = (args: readonly string[]): string[] =>
  parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals

const centsOf = (amount: string): number => {
  if (!/^\d{1,7}\.\d{2}$/.test(amount)) throw new OperatorRefusal(`${amount} is not an amount such as 12.50.`)
  return parsePrice(amount)
}

/** The outcome of a refund, as one sentence. */
export const refundText = ({ cents, creditCents, currency, state }: Refund): string => {
  const amount = formatPrice(cents, currency)
  const credit = creditCents === 0 ? '' : ` ${formatPrice(creditCents, currency)} came as credit.`
  switch (state) {
    case 'refunded':
      return cents === 0 ? credit.trim() : `${amount} went back to the card.${credit}`
    case 'pending':
      return `The processor accepted the refund of ${amount}; it is pending.`
    case 'refused':
      return `The processor refused the refund of ${amount} for good. No money went back.`
    case 'intended':
    case 'unknown':
      return `The refund of ${amount} is recorded, and the processor did not answer. The shop retries it automatically.`
    default:
      return state satisfies never
  }
}

/** A sentence for each refund that the processor refused and that was not replaced yet. */
export const refusedRefundTexts = async (database: Shop['deps']['database']): Promise<string[]> => {
  const texts: string[] = []
  for (const { orderId, cents, currency, requestedAt } of await refusedRefunds(database)) {
    const { number } = await orderById(database, orderId)
    texts.push(
      `The processor refused a refund of ${formatPrice(cents, currency)} of order ${number}, requested on ${requestedAt.toString().slice(0, 10)}. Retry it with \`refund ${number} retry\`, or give credit instead with \`refund ${number} as-credit\`.`,
    )
  }
  return texts
}

const createOrRepeatRefund = (
  services: Shop['services'],
  number: string,
  amountOrAction: string | undefined,
): Promise<Refund> => {
  if (amountOrAction === 'retry' || amountOrAction === 'as-credit')
    return repeatRefund(services, { number, asCredit: amountOrAction === 'as-credit' })
  const cents = amountOrAction === undefined ? null : centsOf(amountOrAction)
  return refundOrder(services, { number, cents, requestKey: `operator:${services.deps.ids.uuid()}` })
}

/** Refunds that an operator decides. */
export const refundCommand: OperatorCommand = {
  name: 'refund',
  usages: [
    ['', 'lists the refunds that the processor refused and that need a decision'],
    ['<order number>', 'refunds everything of an order that was not refunded yet'],
    ['<order number> <amount>', 'refunds a part of it, such as 12.50'],
    ['<order number> retry', 'retries a refund that the processor refused'],
    ['<order number> as-credit', 'gives the member that refund as credit instead'],
  ],
  run: async (context, args) => {
    const [number, amount, ...rest] = positionalsOf(args)
    if (rest.length > 0) throw new OperatorRefusal('Give an order number and at most one more argument.')
    const { services, deps } = await context.shop()
    if (number === undefined) {
      const refused = await refusedRefundTexts(deps.database)
      for (const text of refused) context.print(text)
      if (refused.length === 0) context.print('No refund needs a decision.')
      return
    }
    const refund = await createOrRepeatRefund(services, number, amount)
    context.print(refundText(refund))
    if (refund.state === 'refused') throw new OperatorRefusal('The order did not change.')
  },
}
