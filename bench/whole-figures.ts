import { join } from 'node:path'
import { z } from 'zod'
import { startChild, type BenchChild } from './child.ts'
import { writeEarlierTree } from './earlier-tree.ts'
import { temporaryFolder } from './environment.ts'
import { median, Slice } from './figures.ts'
import { statementsDuring } from './idle-statements.ts'
import type { Lengths } from './lengths.ts'
import { whileQuiet } from './quiet-machine.ts'
import { limitFigure, type Figure, type Measured } from './report.ts'
import { openWholeShop, type Usage, type WholeShop } from './whole-shop.ts'

const Bought = Slice.extend({ checkoutId: z.string() })

/** Two lines, of which each starts a subscription. */
const plans = ['syn-wk', 'vs-wk']

const width = 8
const manyBuyers = 32

/** Some orders, and what each of them cost until nothing of it was left to do. */
interface WholeSlice extends Slice {
  readonly checkoutId: string
  readonly each: Usage
  readonly foreignCores: number
}

const buy = async (load: BenchChild, { url, sandboxUrl }: WholeShop, count: number, buyers = width) => {
  await load.send({ kind: 'tokens', sandboxUrl, count })
  return Bought.parse(await load.send({ kind: 'checkouts', shopUrl: url, count, width: buyers, plans }))
}

const eachOf = (before: Usage, after: Usage, count: number): Usage => ({
  own: (after.own - before.own) / count,
  database: (after.database - before.database) / count,
  processor: (after.processor - before.processor) / count,
  commits: (after.commits - before.commits) / count,
  walBytes: (after.walBytes - before.walBytes) / count,
})

const measureOrders = async (
  load: BenchChild,
  shop: WholeShop,
  { wholeOrders, tries }: Lengths,
): Promise<WholeSlice> => {
  const { result, foreignCores } = await whileQuiet(tries, async () => {
    await load.send({ kind: 'tokens', sandboxUrl: shop.sandboxUrl, count: wholeOrders })
    const before = await shop.usage()
    const bought = await buy(load, shop, wholeOrders)
    await shop.quiet()
    return { ...bought, each: eachOf(before, await shop.usage(), wholeOrders) }
  })
  return { ...result, foreignCores }
}

const rateOf = (slices: readonly Slice[]): number => median(slices.map(({ done, seconds }) => done / seconds))

/** Statements of one order, by the server's log, which is too dear to be on while anything else is measured. */
const countStatements = async (load: BenchChild, shop: WholeShop, count: number) => {
  const texts = await statementsDuring(shop.dataFolder, async () => {
    await buy(load, shop, count, 1)
    await shop.quiet()
  })
  const own = Object.fromEntries(
    [...texts].map(([text, times]) => [text, times / count] as const).filter(([, each]) => each >= 0.5),
  )
  const isControl = (text: string): boolean => /^(begin|commit|rollback)/i.test(text)
  const counted = Object.entries(own).filter(([text]) => !isControl(text))
  return { own, statements: counted.reduce((sum, [, each]) => sum + each, 0) }
}

const costFigures = ({ name }: WholeShop, slices: readonly WholeSlice[]): Figure[] => {
  const each = (pick: (usage: Usage) => number): number => median(slices.map((slice) => pick(slice.each)))
  return [
    limitFigure(`${name}: web and worker CPU`, each(({ own }) => own), 'ms', 6),
    limitFigure(`${name}: database CPU`, each(({ database }) => database), 'ms', 4),
    { name: `${name}: processor CPU`, value: each(({ processor }) => processor), unit: 'ms' },
    limitFigure(`${name}: transactions that wrote`, each(({ commits }) => commits), '', 6),
    { name: `${name}: WAL`, value: each(({ walBytes }) => walBytes) / 1024, unit: 'kB' },
  ] // prettier-ignore
}

/** What the database can do beside it: a prepared statement alone, and the rows of the order by ten statements. */
const baselineFigures = async (
  load: BenchChild,
  { address }: WholeShop,
  checkoutId: string,
  lengths: Lengths,
): Promise<Figure[]> => {
  const rates: Record<string, number[]> = { 'bare statements': [], 'bare orders': [] }
  for (const [kind, all] of Object.entries(rates))
    for (let round = 0; round < lengths.wholeRounds; round += 1) {
      const count = lengths.wholeOrders * (kind === 'bare orders' ? 2 : 5)
      const task = { kind, address, checkoutId, count, width }
      const { result } = await whileQuiet(lengths.tries, async () => Slice.parse(await load.send(task)))
      all.push(result.done / result.seconds)
    }
  return [
    { name: 'floor: one prepared statement', value: median(rates['bare statements'] ?? []), unit: '/s' },
    { name: 'floor: the same rows', value: median(rates['bare orders'] ?? []), unit: '/s' },
  ]
}

const shopsOf = async (
  stack: AsyncDisposableStack,
  against: string | null,
): Promise<readonly WholeShop[]> => {
  const folder = await temporaryFolder(stack)
  const present = await openWholeShop(stack, 'whole order', join(folder, 'data'))
  if (against === null) return [present]
  const tree = join(folder, 'earlier')
  const commit = await writeEarlierTree(against, tree)
  const name = `whole order of ${commit}`
  return [await openWholeShop(stack, name, join(folder, 'earlier-data'), tree), present]
}

const bursts = async (load: BenchChild, shop: WholeShop, { wholeOrders }: Lengths): Promise<Figure> => {
  const { p50, p99, done, seconds } = await buy(load, shop, Math.max(wholeOrders, manyBuyers), manyBuyers)
  const figure = limitFigure(`${shop.name}: ${manyBuyers} buyers, p99 by p50`, p99 / p50, '×', 4)
  return { ...figure, p50, p99, floor: done / seconds }
}

const limitAtLeast = (name: string, value: number, least: number): Figure => ({
  name,
  value,
  unit: '/s',
  target: `≥ ${least}/s`,
  met: value >= least,
})

/** Slices of all shops, in turns. */
const measureInTurns = async (load: BenchChild, shops: readonly WholeShop[], lengths: Lengths) => {
  for (const shop of shops)
    for (let round = 0; round < lengths.warmUpRounds; round += 1) {
      await buy(load, shop, lengths.warmUpOrders)
      await shop.quiet()
    }
  const measured = shops.map((shop) => ({ shop, slices: Array<WholeSlice>() }))
  for (let round = 0; round < lengths.wholeRounds; round += 1)
    for (const { shop, slices } of measured) slices.push(await measureOrders(load, shop, lengths))
  return measured
}

const rateFigureOf = ({ name }: WholeShop, slices: readonly WholeSlice[]): Figure => ({
  ...limitAtLeast(`${name}, ${width} at a time`, rateOf(slices), 200),
  p50: median(slices.map(({ p50 }) => p50)),
  p99: median(slices.map(({ p99 }) => p99)),
})

/**
 * What one order costs as `npm start` runs the shop, everything included that it causes until nothing is left to do; with
 * another commit's shop, in turns. `add` gets the figures of each shop as they are known.
 */
export const wholeFigures = async (
  stack: AsyncDisposableStack,
  lengths: Lengths,
  against: string | null,
  add: (measured: Measured) => Promise<void>,
): Promise<Measured> => {
  const shops = await shopsOf(stack, against)
  const load = startChild('load-process.ts')
  stack.defer(load.end)
  let checkoutId = ''
  for (const { shop, slices } of await measureInTurns(load, shops, lengths)) {
    const counted = await countStatements(load, shop, lengths.countedOrders)
    const figures = [
      rateFigureOf(shop, slices),
      ...costFigures(shop, slices),
      limitFigure(`${shop.name}: statements`, counted.statements, '', 25),
      await bursts(load, shop, lengths),
    ]
    checkoutId = slices.at(-1)?.checkoutId ?? ''
    await add({ figures, details: { [shop.name]: { slices, statements: counted.own } } })
  }
  const last = shops.at(-1)
  return { figures: last ? await baselineFigures(load, last, checkoutId, lengths) : [], details: {} }
}
