import { parseArgs } from 'node:util'
import { listPlans } from '#catalogue/server/plans.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { raisePrice } from '#subscription/server/price-rises.ts'
import { inTransaction } from '#platform/transaction.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, OperatorHouse } from './operator-command.ts'

const raise = async (
  { say, shop }: OperatorHouse,
  code: string,
  amount: string,
  on: string,
): Promise<void> => {
  if (!/^\d{1,6}\.\d{2}$/.test(amount)) throw new OperatorRefusal('Say the price with two decimals: 52.99.')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(on)) throw new OperatorRefusal('Say the day as 2027-03-01.')
  const { world } = await shop()
  const plan = (await listPlans(world)).get(code)
  if (!plan) throw new OperatorRefusal(`There is no plan ${code}.`)
  const priceCents = parsePrice(amount)
  await inTransaction(world, (work) => raisePrice(work, { planCode: code, priceCents, effectiveOn: on }))
  say(
    `${code}: members who pay less are told of ${formatPrice(priceCents, plan.currency)} for orders from ${longDate(on)} on; nobody pays it untold.`,
  )
}

/** What members who subscribe already pay. New ones pay the price of the day, which `price` sets. */
export const raiseCommand: OperatorCommand = {
  name: 'raise',
  forms: [
    [
      '<plan code> <amount> <day>',
      'raises the price of running subscriptions, as in: raise syn-rf 52.99 2027-03-01',
    ],
  ],
  run: async (house, words) => {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
    const [code, amount, on, ...rest] = positionals
    if (code === undefined || amount === undefined || on === undefined || rest.length > 0)
      throw new OperatorRefusal('Say a plan code, an amount and a day.')
    return raise(house, code, amount, on)
  },
}
