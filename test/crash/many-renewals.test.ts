import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { invariantViolations } from '../../src/app/invariants.ts'
import { insertIdenticalSubscriptions } from '../support/many-subscriptions.ts'
import { startRenewalWorkers } from '../support/renewal-workers.ts'
import { testInOneShop } from '../support/shop.ts'

// `npm run renewals:long` sets 20,000.
const count = Number(process.env['RENEWALS'] ?? 100)
const killEveryMs = Number(process.env['KILL_EVERY_MS'] ?? 200)

const test = testInOneShop({ withWorker: false })

test(
  `with 4 workers, clocks 5 minutes apart and one kill every ${killEveryMs} ms, each due renewal is charged once`,
  { timeout: count * 100 + 600_000 },
  async ({ shop }) => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
    const { kysely: db, address } = shop.app.database
    await insertIdenticalSubscriptions(db, count - 1)
    await sql`update shop_clock set offset_milliseconds = offset_milliseconds + 32::bigint * 86400000`.execute(
      db,
    )

    const { dataFolder, publicUrl, sandboxUrl, carrier } = shop.app
    const workers = await startRenewalWorkers(
      { address, publicUrl, sandboxUrl, carrierUrl: carrier.url, dataFolder },
      4,
    )
    const left = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select
        (select count(*) from subscription where state = 'active' and next_cycle = 1) as n`.execute(db)
      return rows[0]?.n ?? 0
    }
    let [kills, leftAtLastKill] = [0, Infinity]
    const begun = performance.now()
    try {
      for (let now = await left(); now > 0; now = await left()) {
        // Only after something was done, so that workers get on however slow the machine is.
        if (now < leftAtLastKill && workers.killOldest()) {
          kills += 1
          leftAtLastKill = now
        }
        await sleep(killEveryMs)
        // What a killed worker was doing is settled a minute of the shop's clock later.
        await sql`update shop_clock set offset_milliseconds = offset_milliseconds + 10000`.execute(db)
        await sql`update shop_state set version = version + 1 where name = 'clock'`.execute(db)
      }
    } finally {
      await workers.stop()
    }
    const seconds = Math.round((performance.now() - begun) / 1000)

    const { rows } = await sql<{ purpose_id: string; n: number }>`select purpose_id, count(*) as n from charge
      where purpose = 'renewal' and state = 'succeeded' group by 1`.execute(db)
    expect(rows.filter(({ n }) => n !== 1)).toEqual([])
    expect(rows).toHaveLength(count)
    // The purchase, and every renewal once: 49.99 each.
    const taken = await shop.chargedCents()
    expect(taken).toHaveLength(count + 1)
    expect(new Set(taken)).toEqual(new Set([4999]))
    expect(await invariantViolations(db)).toEqual([])
    expect(kills).toBeGreaterThan(0)
    console.log(`${count} renewals, ${kills} kills in ${seconds} s`)
  },
)
