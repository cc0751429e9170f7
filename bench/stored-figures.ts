import { sql } from 'kysely'
import { z } from 'zod'
import { insertIdenticalSubscriptions } from '../test/support/many-subscriptions.ts'
import type { BenchChild } from './child.ts'
import { median, Slice, takeTurns } from './figures.ts'
import type { BenchEnvironment } from './environment.ts'
import type { Lengths } from './lengths.ts'
import { renewMonth } from './renewal-figures.ts'
import { limitFigure, rateFigure, type Figure } from './report.ts'

/** Longer than any run: these are stored and not due. */
const farAway = '2099-01-01'

/** How much dearer a renewal may become by what else is stored. */
const maxGrowth = 1.1

const Timed = z.object({ seconds: z.number() })

const stored = async ({ database }: BenchEnvironment): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from subscription`.execute(database.kysely)
  return rows[0]?.n ?? 0
}

/** The look at everything due when nothing is, in milliseconds; the first one works off what was left. */
const idleRunMs = async (shop: BenchChild): Promise<number> => {
  await shop.send({ kind: 'check' })
  const durations: number[] = []
  for (let round = 0; round < 3; round += 1)
    durations.push(Timed.parse(await shop.send({ kind: 'check' })).seconds * 1_000)
  return median(durations)
}

/** The same renewals while a thousand, a hundred thousand and a million subscriptions are stored. */
export const storedFigures = async (bench: BenchEnvironment, shop: BenchChild, lengths: Lengths) => {
  const { load, address, database } = bench
  const figures: Figure[] = []
  const costs: number[] = []
  for (const size of lengths.storedSubscriptions) {
    const more = size - (await stored(bench))
    if (more > 0) await insertIdenticalSubscriptions(database.kysely, more, farAway)
    const { done: count } = await renewMonth(shop)
    const seconds: number[] = []
    const renewed = await takeTurns(
      { rounds: lengths.renewalRounds, tries: lengths.tries },
      async () => Slice.parse(await load.send({ kind: 'bare renewals', address, count, width: 8 })),
      async () => {
        const month = await renewMonth(shop)
        const latency = (month.seconds * 8_000) / month.done
        seconds.push(month.seconds / month.done)
        return { done: month.done, seconds: month.seconds, p50: latency, p99: latency }
      },
    )
    const name = `with ${size.toLocaleString('en-US')} stored`
    costs.push(1 / renewed.ratio)
    figures.push(rateFigure(`renewals ${name}`, renewed))
    figures.push({ name: `a look when nothing is due, ${name}`, value: await idleRunMs(shop), unit: 'ms' })
  }
  const [first = 1] = costs
  const highestCost = Math.max(...costs.map((cost) => cost / first))
  figures.push(
    limitFigure('cost of a renewal beside that with the fewest stored', highestCost, '×', maxGrowth),
  )
  return { figures, details: {} }
}
