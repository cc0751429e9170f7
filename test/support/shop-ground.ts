import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { listPlans } from '#catalogue/calls.ts'
import { changePrice, fillStock } from '#catalogue/server/plans.ts'
import { readOffset, raiseOffset } from '#platform/shop-clock-store.ts'
import { raiseVersion } from '#platform/shop-state-store.ts'
import { moveClock, viewClock, viewOutbox } from '#workbench/calls.ts'
import { newCaller } from './caller.ts'
import { cardPages } from './card-pages.ts'
import { openTestHouse, type HouseOptions, type TestHouse } from './house.ts'

/** Tables that only the machinery writes. */
const machinery = ['migration', 'shop_state', 'shop_clock', 'rate_counter']

const countRows = async ({ database }: TestHouse): Promise<Record<string, number>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database.kysely)
  const names = tables.map(({ name }) => name).filter((name) => !machinery.includes(name))
  const counted = names.map(async (name) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
      database.kysely,
    )
    return [name, rows[0]?.n ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

/** Everything that somebody still works on: jobs, charges that are being asked for, subscriptions that are due. */
const unfinished = async ({ database }: TestHouse, today: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from pgboss.job where name = 'shop' and state in ('created', 'retry', 'active'))
    + (select count(*) from charge where state = 'intended')
    + (select count(*) from refund where state = 'intended')
    + (select count(*) from billing_cycle where state = 'charging')
    + (select count(*) from subscription where next_attempt_on <= ${today}::date and id not in (select subscription_id from parked_subscription))
    + (select count(*) from subscription
       where notices_on <= ${today}::date and state in ('active', 'paused', 'future')
       and id not in (select subscription_id from parked_subscription))
    + (select count(*) from price_rise where queued_at is null)
    + (select count(*) from subscription where state = 'future' and next_order_on <= ${today}::date)
    + (select count(*) from gift where next_notice_on <= ${today}::date)
    + (select count(*) from "order" where state = 'placed' and ship_on <= ${today}::date) as n`.execute(
    database.kysely,
  )
  return rows[0]?.n ?? 0
}

/**
 * A whole shop: database, card processor, web process with its worker, outbox. Scenarios speak its public calls, the
 * processor's own pages and the time machine; only `rows`, `settled` and `house` look behind the counter.
 */
export const openGround = async (options: HouseOptions = {}) => {
  const house = await openTestHouse(options)
  const { publicUrl: url } = house
  const pages = cardPages(house.sandboxUrl, url)
  const clock = newCaller(url)
  const today = async (): Promise<string> => (await clock.call(viewClock, {})).today
  /** Resolves when everything that is due is done: no mail, charge or renewal is in anybody's hands any more. */
  const settled = async (): Promise<void> => {
    const day = await today()
    for (let waitMs = 5; (await unfinished(house, day)) > 0; waitMs = Math.min(2 * waitMs, 160)) {
      await Promise.all(house.children.map((child) => child.workOff()))
      await pause(waitMs)
    }
  }
  return {
    url,
    house,
    pages,
    today,
    settled,
    /** Moves the shop's time to the start of a day; what falls due on the way happens in order. */
    travelTo: async (day: string): Promise<void> => {
      await clock.call(moveClock, { to: day })
      await settled()
    },
    travelDays: async (days: number): Promise<void> => {
      await clock.call(moveClock, { days })
      await settled()
    },
    /** Seconds of the shop's time go by at once, and what is due then is done. */
    passSeconds: async (seconds = 1): Promise<void> => {
      await house.database.kysely.transaction().execute(async (db) => {
        await raiseOffset(db, (await readOffset(db)) + seconds * 1_000)
        await raiseVersion(db, 'clock')
      })
      await Promise.all(house.children.map((child) => child.workOff()))
    },
    /** The shop is closed for some days, nothing is done, and it opens again. */
    closeFor: async (days: number): Promise<void> => {
      await house.reopenAfter(days)
      await settled()
    },
    changePrice: (code: string, cents: number) => house.change((work) => changePrice(work, code, cents)),
    /** Resolves when the running shop has heard of a new price, which it does within moments. */
    untilPriceIs: async (code: string, price: string): Promise<void> => {
      const priceOf = async () => (await clock.call(listPlans, {})).find((plan) => plan.code === code)?.price
      while ((await priceOf()) !== price) await pause(20)
    },
    leaveOnShelf: (product: string, units: number) =>
      house.change((work) => fillStock(work, { [product]: units })),
    /** Mails that went out, oldest first: to one address, or all of them. */
    mails: async (to?: string) => {
      await settled()
      return (await clock.call(viewOutbox, { to })).mails.toReversed()
    },
    /** What the processor's own books say it took, oldest first, in cents. */
    taken: async (): Promise<number[]> =>
      (await pages.charges()).filter(({ state }) => state === 'succeeded').map(({ cents }) => cents),
    /** What it gave back of each, in cents. */
    givenBack: async (): Promise<number[]> =>
      (await pages.charges()).filter(({ state }) => state === 'succeeded').map(({ refunded }) => refunded),
    rows: () => countRows(house),
    /** The processor's keys of the charges that these orders were paid with. */
    keysOf: async (orderIds: readonly string[]): Promise<string[]> => {
      const { rows } = await sql<{
        key: string
      }>`select idempotency_key as key from charge c join "order" o on o.charge_id = c.id
        where o.id = any(${orderIds}::uuid[]) order by array_position(${orderIds}::uuid[], o.id)`.execute(
        house.database.kysely,
      )
      return rows.map(({ key }) => key)
    },
    /** Lines of warnings and errors that the web processes wrote. */
    logged: (): string[] => house.children.flatMap((child) => child.logged),
    close: house.close,
  }
}

export type ShopGround = Awaited<ReturnType<typeof openGround>>
