import { parseArgs } from 'node:util'
import { orderById, orderByNumber } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { awaitedLinesOf, allReceived, receiveReturn } from '../server/received-returns.ts'
import { expectedReturns } from '../server/returns.ts'
import { confirmReturn } from '#withdrawal/server/confirmed-returns.ts'
import { awaitedReturns } from '#withdrawal/server/withdrawals.ts'
import type { OrderReturn } from '../server/returns.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'
import { refundText } from '#refund/commands/refund-command.ts'
import type { RefundShop } from '#refund/commands/refund-command.ts'

const travelTexts = { 'in-transit': 'on its way', lost: 'lost on its way', arrived: 'arrived' } as const

/** Where the package of a return is, as far as anybody knows; `no label: …` when the carrier refused it. */
const wayText = ({ label, expiresOn }: OrderReturn): string => {
  if (label && label.travel !== null) return travelTexts[label.travel]
  const refused = label?.state === 'refused' ? `no label: ${label.reason ?? ''}, ` : ''
  return `${refused}until ${expiresOn.toString()}`
}

const listExpected = async (
  { print }: Pick<CommandContext, 'print'>,
  { deps }: CommandShop,
): Promise<void> => {
  const awaited = await awaitedReturns(deps.database)
  for (const { orderId, name, receivedAt } of awaited)
    print(
      `${(await orderById(deps.database, orderId)).number}  ${receivedAt.toString()}  ${name}, withdrawal`,
    )
  const returns = await expectedReturns(deps.database)
  for (const one of returns) {
    const { lines } = await orderById(deps.database, one.orderId)
    const what = one.lines.map(({ position, quantity }) => `${quantity} × ${lines[position]?.planCode ?? ''}`)
    print(`${one.number}  ${one.requestedAt.toString()}  ${what.join(', ')}, ${one.reason}, ${wayText(one)}`)
  }
  if (awaited.length + returns.length === 0) print('No return is expected.')
}

/** `syn-rf=1`, as a line of an order. */
const receivedLine = (planCodes: readonly string[], word: string, isRestocked: boolean) => {
  const { code = '', count = '' } = /^(?<code>[\w-]+)=(?<count>\d{1,2})$/.exec(word)?.groups ?? {}
  const position = planCodes.indexOf(code)
  if (position === -1 || Number(count) === 0)
    throw new OperatorRefusal(`${word} is not a line of the order such as ${planCodes[0] ?? 'syn-rf'}=1.`)
  const units = Number(count)
  return { position, restocked: isRestocked ? units : 0, writtenOff: isRestocked ? 0 : units, note: null }
}

const isReturnNumber = (number: string): boolean => /-R\d+$/i.test(number)

/** The complete package of a withdrawal has arrived. */
const confirmWithdrawal = async (services: PaymentServices, number: string, isRestocked: boolean) => {
  const refund = await confirmReturn(services, number, {
    count: async (tx, order) => ({
      lines: allReceived(await awaitedLinesOf(tx.db, order), isRestocked),
      otherContents: null,
    }),
  })
  return refund === null ? 'The case is closed; there was nothing to refund.' : refundText(refund)
}

/** What came back: after a withdrawal, or in a return. */
export const returnCommand: OperatorCommand<CommandContext<RefundShop>> = {
  name: 'return',
  usages: [
    ['', 'lists the returns and withdrawals whose package has not come'],
    ['<order number>', 'confirms that the whole package of a withdrawal came, refunds and restocks it'],
    [
      '<return number> [<plan>=<quantity> …]',
      'confirms that a return came, in whole or in part, refunds it and restocks it',
    ],
    ['<order or return number> … --write-off', 'the same for what cannot be sold again'],
  ],
  run: async (context, args) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'write-off': { type: 'boolean', default: false } },
    })
    const [number, ...words] = positionals
    const shop = await context.shop()
    if (number === undefined) return listExpected(context, shop)
    const { services, deps } = shop
    const isRestocked = !values['write-off']
    if (!isReturnNumber(number)) {
      if (words.length > 0)
        throw new OperatorRefusal(
          'A withdrawal is confirmed as a whole: give its order number alone. The desk counts a package line by line.',
        )
      return context.print(await confirmWithdrawal(services, number, isRestocked))
    }
    const { lines } = await orderByNumber(deps.database, number.replace(/-R\d+$/i, ''))
    const planCodes = lines.map(({ planCode }) => planCode)
    const counted = words.map((word) => receivedLine(planCodes, word, isRestocked))
    const refund = await receiveReturn(services, {
      number,
      contents: words.length === 0 ? { kind: 'announced', isRestocked } : { kind: 'counted', lines: counted },
      otherContents: null,
      message: null,
    })
    context.print(
      refund === null ? 'The return is received; there was nothing to refund.' : refundText(refund),
    )
  },
}
