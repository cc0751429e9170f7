import { z } from 'zod'
import { addCartItem } from '#cart/calls.ts'
import type { BenchChild } from './child.ts'
import { median, Slice, takeTurns, type Comparison } from './figures.ts'
import type { BenchHouse } from './house.ts'
import type { Lengths } from './lengths.ts'
import { limitFigure, rateFigure, type Figure } from './report.ts'

const Bought = Slice.extend({ checkoutId: z.string() })
const Usage = z.object({ cpuMilliseconds: z.number() })
const Counted = z.object({ texts: z.record(z.string(), z.int()), commits: z.int() })

const addRequest = (): string => {
  const body = JSON.stringify({ code: 'syn-wk', quantity: 1 })
  const head = [
    `POST ${addCartItem.path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

const cpuOf = async (shop: BenchChild): Promise<number> =>
  Usage.parse(await shop.ask({ kind: 'usage' })).cpuMilliseconds

/** Buys without counting the making of card tokens, which is the processor's and the buyer's. */
const buy = async (house: BenchHouse, count: number, width: number) => {
  const { load, sandboxUrl, shopUrl } = house
  await load.ask({ kind: 'tokens', sandboxUrl, count })
  return Bought.parse(await load.ask({ kind: 'checkouts', shopUrl, count, width }))
}

const isBracket = (text: string): boolean => /^(begin|commit|rollback)/.test(text)

/** Statements of one order: those that are sent at least once in two orders, so that timers do not count. */
const countOrder = async (house: BenchHouse, shop: BenchChild, orders: number) => {
  await shop.ask({ kind: 'statements' })
  await buy(house, orders, 1)
  const { texts, commits } = Counted.parse(await shop.ask({ kind: 'statements' }))
  const own = Object.entries(texts)
    .map(([text, count]) => ({ text, each: count / orders }))
    .filter(({ each }) => each >= 0.5)
  const statements = own.filter(({ text }) => !isBracket(text)).reduce((sum, { each }) => sum + each, 0)
  return { statements, commits: commits / orders, own }
}

const compareOrders = async (
  house: BenchHouse,
  shop: BenchChild,
  rounds: number,
  count: number,
  width: number,
) => {
  const { load, address } = house
  let { checkoutId } = await buy(house, width * 4, width)
  const cpu: number[] = []
  const floor = async (): Promise<Slice> =>
    Slice.parse(await load.ask({ kind: 'bare orders', address, checkoutId, count: count * 2, width }))
  const compared = await takeTurns(rounds, floor, async () => {
    await load.ask({ kind: 'tokens', sandboxUrl: house.sandboxUrl, count })
    const before = await cpuOf(shop)
    const bought = await buy(house, count, width)
    cpu.push(((await cpuOf(shop)) - before) / bought.done)
    checkoutId = bought.checkoutId
    return bought
  })
  return { compared, cpuEach: median(cpu), checkoutId }
}

const compareCarts = (house: BenchHouse, lengths: Lengths, checkoutId: string): Promise<Comparison> => {
  const { load, address, port } = house
  const width = 8
  const milliseconds = lengths.sliceMilliseconds
  const hammering = { kind: 'hammer', port, request: addRequest(), connections: width, milliseconds }
  const count = lengths.quick ? 500 : 2_000
  return takeTurns(
    lengths.rounds,
    async () => Slice.parse(await load.ask({ kind: 'bare carts', address, checkoutId, count, width })),
    async () => Slice.parse(await load.ask(hammering)),
  )
}

/** Cart + item, whole guest checkouts, and what one order costs. */
export const orderFigures = async (house: BenchHouse, shop: BenchChild, lengths: Lengths) => {
  await buy(house, 30, 4)
  const { rounds, ordersAtOne, ordersAtEight } = lengths
  const one = await compareOrders(house, shop, rounds, ordersAtOne, 1)
  const eight = await compareOrders(house, shop, rounds, ordersAtEight, 8)
  const carts = await compareCarts(house, lengths, eight.checkoutId)
  const counted = await countOrder(house, shop, 20)
  const figures: Figure[] = [
    rateFigure('cart + item, 8 at a time', carts),
    rateFigure('whole guest checkout, 1 at a time', one.compared),
    rateFigure('whole guest checkout, 8 at a time', eight.compared, 0.5),
    limitFigure('SQL statements per order', counted.statements, 'statements', 20),
    limitFigure('commits per order', counted.commits, 'commits', 3),
    limitFigure('server CPU per order', eight.cpuEach, 'ms', 2),
  ]
  const details = {
    carts,
    checkoutsAtOne: one.compared,
    checkoutsAtEight: eight.compared,
    statementsOfAnOrder: counted.own,
  }
  return { figures, details }
}
