import { parseArgs } from 'node:util'
import { availableStock, setStock } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ownValue } from '#shared/own-value.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, CommandContext } from './operator-command.ts'

const showAll = async ({ print, shop }: CommandContext): Promise<void> => {
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
    if (product === undefined) return showAll(context)
    if (quantity === undefined || rest.length > 0) throw new OperatorRefusal('Give a product and a quantity.')
    return count(context, product, quantity)
  },
}
