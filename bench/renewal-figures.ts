import { sql } from 'kysely'
import { z } from 'zod'
import type { BenchChild } from './child.ts'
import { median, Slice, takeTurns } from './figures.ts'
import type { BenchEnvironment } from './environment.ts'
import type { Lengths } from './lengths.ts'
import { rateFigure, type Figure } from './report.ts'

const Timed = z.object({ done: z.int(), seconds: z.number(), cpuMilliseconds: z.number() })

const maxSubscriptions = 1_000

const limitSubscriptions = async ({ database }: BenchEnvironment): Promise<void> => {
  const selected = sql`select id from subscription where state = 'active' order by id limit ${maxSubscriptions}`
  await sql`update subscription set state = 'canceled', next_attempt_on = null
    where state = 'active' and id not in (${selected})`.execute(database.kysely)
}

/** Leaves this many mails to be sent. */
const limitMails = async ({ database }: BenchEnvironment, mails: number): Promise<void> => {
  const selected = sql`select id from pgboss.job where name = 'shop' and state = 'created' limit ${mails}`
  await sql`delete from pgboss.job where name = 'shop' and state = 'created' and id not in (${selected})`.execute(
    database.kysely,
  )
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
  await limitMails(bench, lengths.mails)
  const mailed = Timed.parse(await shop.send({ kind: 'mails' }))
  const figures: Figure[] = [
    rateFigure('renewals, 8 at a time', renewed, 0.5),
    { name: 'server CPU per renewal', value: median(cpu), unit: 'ms' },
    { name: 'mails to the outbox', value: lengths.mails / mailed.seconds, unit: '/s' },
    { name: 'server CPU per mail', value: mailed.cpuMilliseconds / lengths.mails, unit: 'ms' },
  ]
  return { figures, details: { renewals: renewed } }
}
