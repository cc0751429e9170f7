import { sql } from 'kysely'
import { z } from 'zod'
import type { BenchChild } from './child.ts'
import { median, Slice, takeTurns } from './figures.ts'
import type { BenchEnvironment } from './environment.ts'
import type { Lengths } from './lengths.ts'
import { limitFigure, rateFigure, type Figure } from './report.ts'

const Timed = z.object({ done: z.int(), seconds: z.number(), cpuMilliseconds: z.number() })

const maxSubscriptions = 1_000

const limitSubscriptions = async ({ database }: BenchEnvironment): Promise<void> => {
  const selected = sql`select id from subscription where state = 'active' order by id limit ${maxSubscriptions}`
  await sql`update subscription set state = 'canceled', next_attempt_on = null
    where state = 'active' and id not in (${selected})`.execute(database.kysely)
}

/** Leaves at most so many mails to be sent now, and the others for later; resolves with how many. */
const releaseMails = async ({ database }: BenchEnvironment, mails: number): Promise<number> => {
  await sql`update pgboss.job set start_after = now() + interval '1 day' where name = 'shop' and state = 'created'`.execute(
    database.kysely,
  )
  const selected = sql`select id from pgboss.job where name = 'shop' and state = 'created' limit ${mails}`
  const { numAffectedRows } =
    await sql`update pgboss.job set start_after = now() where name = 'shop' and state = 'created' and id in (${selected})`.execute(
      database.kysely,
    )
  return Number(numAffectedRows)
}

/** Mails of the orders and renewals before, once the compiler has seen the whole way. */
const sendMails = async (bench: BenchEnvironment, shop: BenchChild, { mails, warmUpMails }: Lengths) => {
  await releaseMails(bench, warmUpMails)
  await shop.send({ kind: 'mails' })
  const count = await releaseMails(bench, mails)
  const { seconds, cpuMilliseconds } = Timed.parse(await shop.send({ kind: 'mails' }))
  return { perSecond: count / seconds, cpuMilliseconds: cpuMilliseconds / count }
}

/** A month later, everything that fell due is billed; timed in the process that does it. */
export const renewMonth = async (shop: BenchChild) => {
  await shop.send({ kind: 'travel', days: 31 })
  const renewed = Timed.parse(await shop.send({ kind: 'renew' }))
  if (renewed.done === 0) throw new Error('no renewal was due')
  return renewed
}

/** Renewals of the subscriptions that the checkouts before have started, and the mails that all of it caused. */
export const renewalFigures = async (bench: BenchEnvironment, shop: BenchChild, lengths: Lengths) => {
  const { load, address } = bench
  await limitSubscriptions(bench)
  const { done: count } = await renewMonth(shop)
  const cpu: number[] = []
  const renewed = await takeTurns(
    { rounds: lengths.renewalRounds, tries: lengths.tries },
    async () => Slice.parse(await load.send({ kind: 'bare renewals', address, count, width: 8 })),
    async () => {
      const { done, seconds, cpuMilliseconds } = await renewMonth(shop)
      cpu.push(cpuMilliseconds / done)
      const latency = (seconds * 8_000) / done
      return { done, seconds, p50: latency, p99: latency }
    },
  )
  const mailed = await sendMails(bench, shop, lengths)
  const figures: Figure[] = [
    rateFigure('renewals, 8 at a time', renewed, 0.5),
    { name: 'server CPU per renewal', value: median(cpu), unit: 'ms' },
    { name: 'mails to the outbox', value: mailed.perSecond, unit: '/s' },
    limitFigure('server CPU per mail', mailed.cpuMilliseconds, 'ms', 1),
  ]
  return { figures, details: { renewals: renewed } }
}
