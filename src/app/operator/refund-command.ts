import { parseArgs } from 'node:util'
import { formatPrice, parsePrice } from '#shared/money.ts'
import type { Refund } from '#payment/server/refunds.ts'
import { awaitedReturns, confirmReturn, refundOrder } from '#withdrawal/server/withdrawals.ts'
import { orderById } from '#order/server/orders.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

const wordsOf = (words: readonly string[]): string[] =>
  parseArgs({ args: [...words], allowPositionals: true, options: {} }).positionals

const centsOf = (amount: string): number => {
  if (!/^\d{1,7}\.\d{2}$/.test(amount)) throw new OperatorRefusal(`${amount} is no amount such as 12.50.`)
  return parsePrice(amount)
}

/** What became of a refund, as one sentence. */
const sentenceOf = ({ cents, creditCents, currency, state }: Refund): string => {
  const amount = formatPrice(cents, currency)
  const credit = creditCents === 0 ? '' : ` ${formatPrice(creditCents, currency)} came as credit.`
  switch (state) {
    case 'refunded':
      return cents === 0 ? credit.trim() : `${amount} went back to the card.${credit}`
    case 'pending':
      return `The processor has taken the refund of ${amount} and is carrying it out.`
    case 'refused':
      return `The processor refused the refund of ${amount} for good. Nothing went back.`
    case 'intended':
    case 'unknown':
      return `The refund of ${amount} is written down, and the processor did not answer. The shop asks again by itself.`
    default:
      return state satisfies never
  }
}

/** Money that goes back because somebody here says so. */
export const refundCommand: OperatorCommand = {
  name: 'refund',
  forms: [
    ['<order number>', 'gives back all that is left of what was paid for an order'],
    ['<order number> <amount>', 'gives back a part of it, as 12.50'],
  ],
  run: async (house, words) => {
    const [number, amount, ...rest] = wordsOf(words)
    if (number === undefined || rest.length > 0)
      throw new OperatorRefusal('Say an order number, and at most one amount.')
    const { tools, world } = await house.shop()
    const cents = amount === undefined ? null : centsOf(amount)
    const requestKey = `operator:${world.ids.uuid()}`
    const refund = await refundOrder(tools, { number, cents, requestKey })
    house.say(sentenceOf(refund))
    if (refund.state === 'refused') throw new OperatorRefusal('The order is as it was.')
  },
}

/** Parcels that come back after a withdrawal. */
export const returnCommand: OperatorCommand = {
  name: 'return',
  forms: [
    ['', 'lists the withdrawals that wait for their parcel'],
    ['<order number>', 'says that the parcel is back, and gives the money back'],
  ],
  run: async (house, words) => {
    const [number, ...rest] = wordsOf(words)
    if (rest.length > 0) throw new OperatorRefusal('Say one order number, or none.')
    const { tools, world } = await house.shop()
    if (number === undefined) {
      const awaited = await awaitedReturns(world.database)
      for (const { orderId, name, receivedAt } of awaited)
        house.say(`${(await orderById(world.database, orderId)).number}  ${receivedAt.toString()}  ${name}`)
      if (awaited.length === 0) house.say('No parcel is waited for.')
      return
    }
    const refund = await confirmReturn(tools, number)
    house.say(refund === null ? 'The case is closed; there was nothing to give back.' : sentenceOf(refund))
  },
}
