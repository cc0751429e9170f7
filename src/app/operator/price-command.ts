import { parseArgs } from 'node:util'
import { changePrice, listPlans } from '#catalogue/server/plans.ts'
import { formatPrice, parsePrice, wirePrice } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, CommandContext } from './operator-command.ts'

const showAll = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  for (const { code, priceCents, currency } of (await listPlans(deps)).values())
    print(`${code.padEnd(20)} ${wirePrice(priceCents).padStart(8)} ${currency}`)
}

const centsOf = (amount: string): number => {
  if (!/^\d{1,6}\.\d{2}$/.test(amount))
    throw new OperatorRefusal('Give the price with two decimals, such as 49.99.')
  return parsePrice(amount)
}

const setPrice = async ({ print, shop }: CommandContext, code: string, amount: string): Promise<void> => {
  const cents = centsOf(amount)
  const { deps } = await shop()
  const plan = (await listPlans(deps)).get(code)
  if (!plan) throw new OperatorRefusal(`There is no plan ${code}.`)
  await inTransaction(deps, (tx) => changePrice(tx, code, cents))
  const [before, after] = [plan.priceCents, cents].map((price) => formatPrice(price, plan.currency))
  print(`${code} costs ${after} from now on, ${before} until now.`)
}

/** The prices of plans. A new price applies at once on every page and in every unpaid cart. */
export const priceCommand: OperatorCommand = {
  name: 'price',
  usages: [
    ['', 'lists the plans with their prices'],
    ['<plan code> <amount>', 'changes a price, as in: price syn-wk 52.99'],
  ],
  run: async (context, args) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
    const [code, amount, ...rest] = positionals
    if (code === undefined) return showAll(context)
    if (amount === undefined || rest.length > 0) throw new OperatorRefusal('Give a plan code and an amount.')
    return setPrice(context, code, amount)
  },
}
