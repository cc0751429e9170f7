import { cardInSentence } from '#shared/messages/card-text.ts'
import { formatPrice } from '#shared/money.ts'
import type { GivenRefund } from '#payment/refund/rules/refund.ts'
import { centsOf } from '#pricing/rules/refund-lines.ts'
import type { RefundLine } from '#pricing/rules/refund-lines.ts'
import { refundRowName, refundRows } from '#pricing/rules/refund-target.ts'
import { brand } from '#shared/brand.ts'
import { clockTime, dateIn, longDate } from '#shared/dates.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { sameRefundBefore } from '#payment/refund/rules/repeated-refund.ts'
import { refundsWithLines, refusedRefunds } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { previewOperatorRefund, refundOrder } from '../server/operator-refunds.ts'
import { repeatRefund } from '../server/repeated-refunds.ts'
import { currencyOfOrder, orderById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'
import { refundWords } from './refund-words.ts'
import type { RefundWords } from './refund-words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

/** What commands that refund need of the shop. */
export interface RefundShop extends CommandShop {
  readonly services: PaymentServices
}

/** The outcome of a refund, as one sentence. */
export const refundText = ({ split, currency, state }: Refund): string => {
  const { cardCents, creditCents } = split
  const amount = formatPrice(cardCents, currency)
  const credit = creditCents === 0 ? '' : ` ${formatPrice(creditCents, currency)} came as credit.`
  switch (state) {
    case 'refunded':
      return cardCents === 0 ? credit.trim() : `${amount} went back to the card.${credit}`
    case 'pending':
      return `The processor accepted the refund of ${amount}; it is pending.`
    case 'refused':
      return `The processor refused the refund of ${amount} for good. No money went back.`
    case 'waiting':
      return `The refund of ${amount} is recorded and waits, because a bank disputes the payment: it is made when the shop wins, and not when the bank gives the money back.`
    case 'intended':
    case 'unknown':
      return `The refund of ${amount} is recorded, and the processor did not answer. The shop retries it automatically.`
    default:
      return state satisfies never
  }
}

/** A sentence for each refund that the processor refused and that was not replaced yet. */
export const refusedRefundTexts = async (database: Kysely<Database>): Promise<string[]> => {
  const texts: string[] = []
  for (const { orderId, split, currency, requestedAt } of await refusedRefunds(database)) {
    const { number } = await orderById(database, orderId)
    texts.push(
      `The processor refused a refund of ${formatPrice(split.cardCents, currency)} of order ${number}, requested on ${dateIn(requestedAt, brand.timeZone).toString()}. Retry it with \`refund ${number} retry\`, or give credit instead with \`refund ${number} as-credit\`.`,
    )
  }
  return texts
}

const previewRow = ({ lines, currency }: Order, row: RefundLine): string => {
  const amount = formatPrice(centsOf(row), currency)
  return `${refundRowName(row, lines)}: ${amount}, of which tax ${formatPrice(row.taxCents, currency)}`
}

/** Where the money of a refund would go, as one sentence. */
const destinationText = ({ card, currency }: Order, { split }: GivenRefund): string => {
  const { cardCents, creditCents } = split
  const parts = [
    ...(cardCents > 0
      ? [`${formatPrice(cardCents, currency)} to ${card === null ? 'the card' : cardInSentence(card)}`]
      : []),
    ...(creditCents > 0 ? [`${formatPrice(creditCents, currency)} as credit`] : []),
  ]
  return `${formatPrice(splitSum(split), currency)} would be refunded: ${parts.join(' and ')}.`
}

/** What a refund would give, row by row, and what it does not do. */
const previewTexts = (preview: GivenRefund & { readonly order: Order }): string[] => {
  const { order, lines, split } = preview
  const isAll = order.refundedCents + splitSum(split) >= order.totals.totalCents
  return [
    ...refundRows(lines).map((row) => previewRow(order, row)),
    destinationText(order, preview),
    ...(order.state === 'placed' && !isAll ? ['The order still ships: a part of it stays paid.'] : []),
    'This is a preview. Nothing was refunded.',
  ]
}

/** Refuses what an operator has most likely typed twice; everything is read under the lock of the order. */
const refuseRepeated = async (tx: Tx, order: Order, given: GivenRefund): Promise<void> => {
  const same = sameRefundBefore(await refundsWithLines(tx.db, order.id), given, tx.now)
  if (same === null) return
  const at = same.requestedAt.toZonedDateTimeISO(brand.timeZone)
  const amount = formatPrice(splitSum(same.split), same.currency)
  throw new OperatorRefusal(
    `The same refund of ${amount} was given on ${longDate(at.toPlainDate().toString())}, at ${clockTime(at.toPlainTime().toString())}. Nothing was refunded now. Add --again to give it once more.`,
  )
}

const giveRefund = (services: PaymentServices, number: string, words: RefundWords): Promise<Refund> => {
  if (words.action !== 'refund')
    return repeatRefund(services, { number, asCredit: words.action === 'as-credit' })
  const { what, note, asCredit, key, isAgain } = words
  const requestKey = `operator:${key === null ? services.deps.ids.uuid() : `${number.toUpperCase()}:${key}`}`
  const approve = key === null && !isAgain ? refuseRepeated : undefined
  return refundOrder(services, { number, what, note, asCredit, requestKey, ...(approve ? { approve } : {}) })
}

/** The currency of the order that is named first; the default where none is, for which there is nothing to refund. */
const orderCurrency = async (db: Kysely<Database>, [number]: readonly string[]): Promise<Currency> =>
  (number === undefined ? null : await currencyOfOrder(db, number)) ?? defaultCurrency

/** Refunds that an operator decides. */
export const refundCommand: OperatorCommand<CommandContext<RefundShop>> = {
  name: 'refund',
  usages: [
    ['', 'lists the refunds that the processor refused and that need a decision'],
    ['<order number>', 'refunds everything of an order that was not refunded yet'],
    ['<order number> <amount>', 'refunds a part of it, such as 12.50'],
    ['<order number> <plan>=<quantity> …', 'refunds units of its lines, with their tax'],
    ['<order number> … --shipping[=<amount>]', 'and its shipping fee, or a part of that'],
    ['<order number> … --goodwill=<amount>', 'and a goodwill amount that belongs to no line'],
    ['<order number> … --as-credit', 'all of it as credit'],
    [
      '<order number> … --reason=<words>',
      'with a reason that the buyer reads, in the mail and on the credit note',
    ],
    ['<order number> … --key=<words>', 'a repeated command with the same key refunds once'],
    ['<order number> … --again', 'once more, although the same was refunded within a day'],
    ['<order number> … --preview', 'shows what would be refunded, and refunds nothing'],
    ['<order number> retry', 'retries a refund that the processor refused'],
    ['<order number> as-credit', 'gives the member that refund as credit instead'],
  ],
  run: async (context, args) => {
    const { services, deps } = await context.shop()
    const words = refundWords(args, await orderCurrency(deps.database, args))
    const { number } = words
    if (number === null) {
      const refused = await refusedRefundTexts(deps.database)
      for (const text of refused) context.print(text)
      if (refused.length === 0) context.print('No refund needs a decision.')
      return
    }
    if (words.isPreview) {
      const preview = await previewOperatorRefund(services, { ...words, number })
      for (const text of previewTexts(preview)) context.print(text)
      return
    }
    const refund = await giveRefund(services, number, words)
    context.print(refundText(refund))
    if (refund.state === 'refused') throw new OperatorRefusal('The order did not change.')
  },
}
