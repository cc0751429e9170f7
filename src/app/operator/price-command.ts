import { parseArgs } from 'node:util'
import { changePrice, listPlans } from '#catalogue/server/plans.ts'
import { formatPrice, parsePrice, wirePrice } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, OperatorHouse } from './operator-command.ts'

const showAll = async ({ say, shop }: OperatorHouse): Promise<void> => {
  const { world } = await shop()
  for (const { code, priceCents, currency } of (await listPlans(world)).values())
    say(`${code.padEnd(20)} ${wirePrice(priceCents).padStart(8)} ${currency}`)
}

const centsOf = (amount: string): number => {
  if (!/^\d{1,6}\.\d{2}$/.test(amount)) throw new OperatorRefusal('Say the price with two decimals: 49.99.')
  return parsePrice(amount)
}

const setPrice = async ({ say, shop }: OperatorHouse, code: string, amount: string): Promise<void> => {
  const cents = centsOf(amount)
  const { world } = await shop()
  const plan = (await listPlans(world)).get(code)
  if (!plan) throw new OperatorRefusal(`There is no plan ${code}.`)
  await inTransaction(world, (work) => changePrice(work, code, cents))
  const [before, after] = [plan.priceCents, cents].map((price) => formatPrice(price, plan.currency))
  say(`${code} costs ${after} from now on, ${before} until now.`)
}

/** What plans cost. A new price shows at once on every page and in every cart that is not paid yet. */
export const priceCommand: OperatorCommand = {
  name: 'price',
  forms: [
    ['', 'lists the plans with their prices'],
    ['<plan code> <amount>', 'changes a price, as in: price syn-wk 52.99'],
  ],
  run: async (house, words) => {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
    const [code, amount, ...rest] = positionals
    if (code === undefined) return showAll(house)
    if (amount === undefined || rest.length > 0) throw new OperatorRefusal('Say a plan code and an amount.')
    return setPrice(house, code, amount)
  },
}
