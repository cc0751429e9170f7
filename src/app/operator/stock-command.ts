import { parseArgs } from 'node:util'
import { countStock, fillStock } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ownValue } from '#shared/own-value.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, OperatorHouse } from './operator-command.ts'

const showAll = async ({ say, shop }: OperatorHouse): Promise<void> => {
  const { world } = await shop()
  for (const [product, units] of Object.entries(await countStock(world.database)))
    say(`${product.padEnd(12)} ${String(units).padStart(8)}`)
}

const count = async ({ say, shop }: OperatorHouse, product: string, units: string): Promise<void> => {
  if (!/^\d{1,9}$/.test(units)) throw new OperatorRefusal('Say the units as a whole number.')
  const { world } = await shop()
  await inTransaction(world, async (work) => {
    const before = ownValue(await countStock(work.db), product)
    if (before === undefined) throw new OperatorRefusal(`There is no shelf for ${product}.`)
    await fillStock(work, { [product]: Number(units) })
    say(`${product}: ${units} units on the shelf, ${before} until now.`)
  })
}

/** How much is on the shelves that nobody has bought or reserved; below zero it is owed to members. */
export const stockCommand: OperatorCommand = {
  name: 'stock',
  forms: [
    ['', 'lists the shelves with their units'],
    ['<product> <units>', 'puts a shelf at a number of units, as after a count or a delivery'],
  ],
  run: async (house, words) => {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
    const [product, units, ...rest] = positionals
    if (product === undefined) return showAll(house)
    if (units === undefined || rest.length > 0)
      throw new OperatorRefusal('Say a product and a number of units.')
    return count(house, product, units)
  },
}
