import { parseArgs } from 'node:util'
import { fillWithVolume } from '../../../db/seed/volume.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

const countIn = (name: string, text: string | undefined): number => {
  const count = Number(text)
  if (text === undefined || !/^\d{1,8}$/.test(text) || count < 100)
    throw new OperatorRefusal(`Give --${name} with a number of at least 100.`)
  return count
}

/** Orders of each member: one or two. */
const ordersEach = (orders: number, members: number): 1 | 2 => {
  if (orders === members) return 1
  if (orders === 2 * members) return 2
  throw new OperatorRefusal('Give as many orders as members, or twice as many.')
}

/** Fills a sandbox shop, to see how it works with many orders. */
export const demoCommand: OperatorCommand = {
  name: 'demo',
  usages: [
    [
      '--orders <number> --members <number>',
      'adds so many members with one or two orders each to the running shop of the sandbox; never to one with real payments',
    ],
  ],
  run: async ({ print, settings, shop: openShop }, args) => {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ args: [...args], options: { orders: text, members: text } })
    if (settings.processor.kind !== 'sandbox')
      throw new OperatorRefusal('Only a shop of the sandbox is filled with invented orders.')
    const members = countIn('members', values.members)
    const orders = ordersEach(countIn('orders', values.orders), members)
    const shop = await openShop()
    const made = await fillWithVolume(shop, shop.sandboxUrl, { members, orders }, print)
    print(`Added: ${made.members} members with ${made.orders} orders.`)
  },
}
