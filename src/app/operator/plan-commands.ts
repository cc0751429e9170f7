import { parseArgs } from 'node:util'
import { availableStock, changePrice, listPlans, setStock } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import { formatPrice, parsePrice, wirePrice } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { CommandContext, OperatorCommand } from './operator-command.ts'

const showStock = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  for (const [product, quantity] of Object.entries(await availableStock(deps.database)))
    print(`${product.padEnd(12)} ${String(quantity).padStart(8)}`)
}

const count = async ({ print, shop }: CommandContext, product: string, quantity: string): Promise<void> => {
  if (!/^\d{1,9}$/.test(quantity)) throw new OperatorRefusal('Give the quantity as a whole number.')
  const { deps } = await shop()
  await inTransaction(deps, async (tx) => {
    const before = ownValue(await availableStock(tx.db), product)
    if (before === undefined) throw new OperatorRefusal(`There is no product ${product}.`)
    await setStock(tx, { [product]: Number(quantity) })
    print(`${product}: ${quantity} in stock, ${before} until now.`)
  })
}

/** The stock that is not sold or reserved; below zero it is owed to members. */
export const stockCommand: OperatorCommand = {
  name: 'stock',
  usages: [
    ['', 'lists the stock of each product'],
    ['<product> <quantity>', 'sets the stock of a product, as after a count or a delivery'],
  ],
  run: async (context, args) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
    const [product, quantity, ...rest] = positionals
    if (product === undefined) return showStock(context)
    if (quantity === undefined || rest.length > 0) throw new OperatorRefusal('Give a product and a quantity.')
    return count(context, product, quantity)
  },
}

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
