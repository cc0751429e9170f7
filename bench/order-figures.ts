import { z } from 'zod'
import { addCartItem } from '#cart/endpoints.ts'
import type { BenchChild } from './child.ts'
import { cpuByKernel, cpuOf } from './cpu.ts'
import { median, Slice, takeTurns, type Comparison } from './figures.ts'
import { networkPlaceholder } from './load-generator.ts'
import type { BenchEnvironment } from './environment.ts'
import type { Lengths } from './lengths.ts'
import { familyOf } from './machine.ts'
import { limitFigure, rateFigure, type Figure } from './report.ts'

const Bought = Slice.extend({ checkoutId: z.string() })
const Counts = z.record(z.string(), z.int())
const Counted = z.object({ texts: Counts, purchase: Counts, commits: Counts })

const addRequest = (): string => {
  const body = JSON.stringify({ code: 'syn-wk', quantity: 1 })
  const head = [
    `POST ${addCartItem.path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `X-Forwarded-For: ${networkPlaceholder}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Buys without counting the making of card tokens, which is the processor's and the buyer's. */
const buy = async (bench: BenchEnvironment, count: number, width: number) => {
  const { load, sandboxUrl, shopUrl } = bench
  await load.send({ kind: 'tokens', sandboxUrl, count })
  return Bought.parse(await load.send({ kind: 'checkouts', shopUrl, count, width }))
}

const isTransactionControl = (text: string): boolean => /^(begin|commit|rollback)/.test(text)

/** How often each text was sent for one order, of those sent at least once in two orders: timers do not count. */
const perOrder = (counts: z.output<typeof Counts>, orders: number) =>
  Object.entries(counts)
    .map(([text, count]) => ({ text, each: count / orders }))
    .filter(({ each }) => each >= 0.5)

const sumOf = (counted: readonly { readonly each: number }[]): number =>
  counted.reduce((sum, { each }) => sum + each, 0)

/** Without `begin`, `commit` and `rollback`, which travel with another statement. */
const statementsIn = (counted: ReturnType<typeof perOrder>): number =>
  sumOf(counted.filter(({ text }) => !isTransactionControl(text)))

const countOrder = async (bench: BenchEnvironment, shop: BenchChild, orders: number) => {
  await shop.send({ kind: 'statements' })
  await buy(bench, orders, 1)
  const { texts, purchase, commits } = Counted.parse(await shop.send({ kind: 'statements' }))
  const own = perOrder(texts, orders)
  const ofPurchase = perOrder(purchase, orders)
  return {
    statements: statementsIn(own),
    ofPurchase: statementsIn(ofPurchase),
    commits: sumOf(perOrder(commits, orders)),
    details: { own, ofPurchase },
  }
}

/** CPU by process, of one order, in ms; the database's and the processor's only if the kernel reports them. */
const createMeter = (bench: BenchEnvironment, shop: BenchChild) => {
  const cpuSpent: { web: number[]; database: number[]; processor: number[] } = {
    web: [],
    database: [],
    processor: [],
  }
  const read = async () => ({
    web: await cpuOf(shop),
    database: cpuByKernel(familyOf(bench.databasePid)) ?? Number.NaN,
    processor: cpuByKernel([bench.processorPid]) ?? Number.NaN,
  })
  const measure = async <T extends Slice>(run: () => Promise<T>): Promise<T> => {
    const before = await read()
    const slice = await run()
    const after = await read()
    for (const part of ['web', 'database', 'processor'] as const)
      cpuSpent[part].push((after[part] - before[part]) / slice.done)
    return slice
  }
  return { measure, cpuSpent }
}

const compareOrders = async (
  bench: BenchEnvironment,
  shop: BenchChild,
  lengths: Pick<Lengths, 'rounds' | 'tries'>,
  count: number,
  width: number,
) => {
  const { load, address, sandboxUrl } = bench
  let { checkoutId } = await buy(bench, width * 4, width)
  const { measure, cpuSpent } = createMeter(bench, shop)
  const floor = async (): Promise<Slice> =>
    Slice.parse(await load.send({ kind: 'bare orders', address, checkoutId, count: count * 2, width }))
  const compared = await takeTurns(lengths, floor, async () => {
    await load.send({ kind: 'tokens', sandboxUrl, count })
    const bought = await measure(() => buy(bench, count, width))
    checkoutId = bought.checkoutId
    return bought
  })
  return { compared, cpuSpent, checkoutId }
}

const compareCarts = (bench: BenchEnvironment, lengths: Lengths, checkoutId: string): Promise<Comparison> => {
  const { load, address, port } = bench
  const width = 8
  const milliseconds = lengths.sliceMilliseconds
  const loadRequest = { kind: 'load', port, request: addRequest(), connections: width, milliseconds }
  return takeTurns(
    lengths,
    async () =>
      Slice.parse(
        await load.send({ kind: 'bare carts', address, checkoutId, count: lengths.bareCarts, width }),
      ),
    async () => Slice.parse(await load.send(loadRequest)),
  )
}

const otherProcessFigures = ({ database, processor }: Readonly<Record<string, number[]>>): Figure[] =>
  Number.isNaN(median(database ?? []))
    ? []
    : [
        { name: 'database CPU per order', value: median(database ?? []), unit: 'ms' },
        { name: 'sandbox processor CPU per order', value: median(processor ?? []), unit: 'ms' },
      ]

/** Cart + item, whole guest checkouts, and what one order costs. */
export const orderFigures = async (bench: BenchEnvironment, shop: BenchChild, lengths: Lengths) => {
  // Enough orders for the compiler to have seen the whole way.
  for (let round = 0; round < lengths.warmUpRounds; round += 1) await buy(bench, lengths.warmUpOrders, 8)
  const { ordersAtOne, ordersAtEight } = lengths
  const one = await compareOrders(bench, shop, lengths, ordersAtOne, 1)
  const eight = await compareOrders(bench, shop, lengths, ordersAtEight, 8)
  const carts = await compareCarts(bench, lengths, eight.checkoutId)
  const counted = await countOrder(bench, shop, lengths.countedOrders)
  const figures: Figure[] = [
    rateFigure('cart + item, 8 at a time', carts),
    rateFigure('whole guest checkout, 1 at a time', one.compared),
    rateFigure('whole guest checkout, 8 at a time', eight.compared, 0.5),
    limitFigure('SQL statements per order', counted.statements, 'statements', 20),
    limitFigure('SQL statements of the purchase request', counted.ofPurchase, 'statements', 22),
    limitFigure('commits per order', counted.commits, 'commits', 3),
    limitFigure('server CPU per order', median(eight.cpuSpent.web), 'ms', 2),
    ...otherProcessFigures(eight.cpuSpent),
  ]
  const details = {
    carts,
    checkoutsAtOne: one.compared,
    checkoutsAtEight: eight.compared,
    statementsOfAnOrder: counted.details.own,
    statementsOfAPurchase: counted.details.ofPurchase,
  }
  return { figures, details }
}
