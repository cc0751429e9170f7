import { ordersOfCharge } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { chargeOfProcessor } from '#payment/refund/server/processor-refunds.ts'
import { partsOfPayout, payoutsOf, readBalance } from '../server/payouts.ts'
import type { StoredEntry } from '../server/payouts.ts'
import { wirePrice } from '#shared/money.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'
import { currencyOf } from '#shared/currency-codes.ts'

interface PayoutShop extends CommandShop {
  readonly services: PaymentServices
}

type Context = CommandContext<PayoutShop>

type Print = Context['print']

/** What the processor says now, or, when it does not answer, what was read before. */
const readNow = async (print: Print, { services, deps }: PayoutShop): Promise<void> => {
  try {
    await readBalance(services)
  } catch (err) {
    deps.log.error({ err }, 'the balance at the processor could not be read')
    print('The processor did not answer. This is what was read before.')
  }
}

const sumText = (cents: number, code: string): string => {
  const currency = currencyOf(code)
  return currency === null ? String(cents) : wirePrice(cents, currency)
}

const list = async (print: Print, { services }: PayoutShop): Promise<void> => {
  const payouts = await payoutsOf(services)
  for (const { processorPayout, at, state, amountCents, currency } of payouts)
    print(
      `${processorPayout}  ${at.toString().slice(0, 10)}  ${state}  ${sumText(amountCents, currency)} ${currency}`,
    )
  if (payouts.length === 0) print('Nothing was paid out.')
}

const orderNumbers = async (
  { services, deps }: PayoutShop,
  { processorCharge }: StoredEntry,
): Promise<string> => {
  if (processorCharge === null) return ''
  const charge = await chargeOfProcessor(deps.database, services.processor.name, processorCharge)
  const orders = charge ? await ordersOfCharge(deps.database, charge.id) : []
  return orders.map(({ number }) => number).join(', ')
}

const showOne = async (print: Print, shop: PayoutShop, name: string): Promise<void> => {
  const payout = (await payoutsOf(shop.services)).find((one) => one.processorPayout === name)
  if (!payout) throw new OperatorRefusal(`There is no payout ${name}.`)
  const parts = await partsOfPayout(shop.services, payout.id)
  for (const part of parts) {
    const sums = [part.amountCents, 0 - part.feeCents, part.amountCents - part.feeCents]
    const columns = sums.map((cents) => sumText(cents, part.currency).padStart(12)).join('')
    print(
      `${part.at.toString().slice(0, 10)}  ${part.kind.padEnd(15)}${columns}  ${await orderNumbers(shop, part)}`.trimEnd(),
    )
  }
  print(
    `${payout.processorPayout}  ${payout.state}  ${sumText(payout.amountCents, payout.currency)} ${payout.currency}`,
  )
}

/** What the processor paid to the bank. */
export const payoutsCommand: OperatorCommand<Context> = {
  name: 'payouts',
  usages: [
    ['', 'lists what the processor paid to the bank, the latest first'],
    ['<payout>', 'shows what a payout pays: each charge, refund and dispute with its fee and its order'],
  ],
  run: async (context, args) => {
    const [name, ...rest] = args
    if (rest.length > 0) throw new OperatorRefusal('Give one payout, or nothing.')
    const shop = await context.shop()
    await readNow(context.print, shop)
    await (name === undefined ? list(context.print, shop) : showOne(context.print, shop, name))
  },
}
