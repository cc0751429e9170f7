import { parseArgs } from 'node:util'
import { listPlans } from '#catalogue/server/plans.ts'
import { OutgoingFailure } from '#platform/outgoing.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { fillWithVolume, plansOfVolume } from '../../../db/seed/volume.ts'
import type { Shop } from '../shop.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { AppCommand } from './command-context.ts'

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

/** A shop is filled by buying first: it needs something to sell, and a processor that runs beside it. */
const refuseWithoutShop = async ({ deps, sandboxUrl }: Shop): Promise<void> => {
  const sold = await listPlans(deps, defaultCurrency)
  const missing = plansOfVolume.filter((code) => !sold.has(code))
  if (missing.length > 0)
    throw new OperatorRefusal(
      `The shop does not sell ${missing.join(', ')}. Start it once with npm start, which fills an empty catalogue, and leave it running.`,
    )
  try {
    await deps.outgoing.request({ method: 'GET', url: sandboxUrl, timeoutMs: 10_000 })
  } catch (thrown) {
    if (!(thrown instanceof OutgoingFailure)) throw thrown
    throw new OperatorRefusal(
      `The sandbox processor does not answer at ${sandboxUrl}. Start the shop with npm start, and leave it running.`,
    )
  }
}

/** Fills a sandbox shop, to see how it works with many orders. */
export const demoCommand: AppCommand = {
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
    await refuseWithoutShop(shop)
    const made = await fillWithVolume(shop, shop.sandboxUrl, { members, orders }, print)
    print(`Added: ${made.members} members with ${made.orders} orders.`)
  },
}
