import { parseArgs } from 'node:util'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { refusedRefunds } from '#payment/server/refunds.ts'
import type { Refund } from '#payment/server/refunds.ts'
import { refundOrder, repeatRefund } from '#withdrawal/server/operator-refunds.ts'
import { awaitedReturns, confirmReturn } from '#withdrawal/server/withdrawals.ts'
import { orderById } from '#order/server/orders.ts'
import type { Shop } from '../shop.ts'
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

/** A sentence for each refund that the processor refused and nobody has made good. */
export const refusedSentences = async (database: Shop['world']['database']): Promise<string[]> => {
  const sentences: string[] = []
  for (const { orderId, cents, currency, askedAt } of await refusedRefunds(database)) {
    const { number } = await orderById(database, orderId)
    sentences.push(
      `The processor refused a refund of ${formatPrice(cents, currency)} of order ${number}, asked for on ${askedAt.toString().slice(0, 10)}. Ask again by \`refund ${number} again\`, or give it by \`refund ${number} as-credit\`.`,
    )
  }
  return sentences
}

const givenBy = (tools: Shop['tools'], number: string, word: string | undefined): Promise<Refund> => {
  if (word === 'again' || word === 'as-credit')
    return repeatRefund(tools, { number, asCredit: word === 'as-credit' })
  const cents = word === undefined ? null : centsOf(word)
  return refundOrder(tools, { number, cents, requestKey: `operator:${tools.world.ids.uuid()}` })
}

/** Money that goes back because somebody here says so. */
export const refundCommand: OperatorCommand = {
  name: 'refund',
  forms: [
    ['', 'lists the refunds that the processor refused, which wait for a person'],
    ['<order number>', 'gives back all that is left of what was paid for an order'],
    ['<order number> <amount>', 'gives back a part of it, as 12.50'],
    ['<order number> again', 'asks the processor once more for a refund that it refused'],
    ['<order number> as-credit', 'gives the member that refund as credit instead'],
  ],
  run: async (house, words) => {
    const [number, amount, ...rest] = wordsOf(words)
    if (rest.length > 0) throw new OperatorRefusal('Say an order number, and at most one word after it.')
    const { tools, world } = await house.shop()
    if (number === undefined) {
      const refused = await refusedSentences(world.database)
      for (const sentence of refused) house.say(sentence)
      if (refused.length === 0) house.say('No refund waits for a person.')
      return
    }
    const refund = await givenBy(tools, number, amount)
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
