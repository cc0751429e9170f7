import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { listPlans } from '#catalogue/endpoints.ts'
import { changePrice } from '#catalogue/server/catalogue-versions.ts'
import { setStock } from '#catalogue/server/plans.ts'
import { increaseOffset, incrementVersion, readOffset } from '#platform/shop-state-store.ts'
import { moveClock, viewClock, viewOutbox } from '#dev-tools/endpoints.ts'
import { newApiClient } from './api-client.ts'
import { cardPages } from './card-pages.ts'
import { openTestApp, type TestAppOptions, type TestApp } from './test-app.ts'

/** Tables that only the shop's own background work writes, at any time. */
const internalTables = ['migration', 'shop_state', 'shop_clock', 'rate_counter', 'balance_reading']

const countRows = async ({ database }: TestApp): Promise<Record<string, number>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database.kysely)
  const names = tables.map(({ name }) => name).filter((name) => !internalTables.includes(name))
  const counted = names.map(async (name) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
      database.kysely,
    )
    return [name, rows[0]?.n ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

/**
 * All unfinished work: jobs, charges in flight, subscriptions that are due, what a simulated warehouse packs, and what no
 * carrier was asked yet.
 */
const countUnfinished = async (
  { database }: TestApp,
  today: string,
  isSimulated: boolean,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from pgboss.job where name = 'shop' and state in ('created', 'retry', 'active'))
    + (select count(*) from charge where state = 'intended')
    + (select count(*) from refund where state = 'intended')
    + (select count(*) from billing_cycle where state = 'charging')
    + (select count(*) from subscription where next_attempt_on <= ${today}::date and id not in (select subscription_id from parked_subscription)
       and id not in (select subscription_id from subscription_stop where released_at is null))
    + (select count(*) from subscription
       where notices_on <= ${today}::date and state in ('active', 'paused', 'future')
       and id not in (select subscription_id from parked_subscription)
       and id not in (select subscription_id from subscription_stop where released_at is null))
    + (select count(*) from price_increase where queued_at is null)
    + (select count(*) from subscription where state = 'future' and next_order_on <= ${today}::date)
    + (select count(*) from gift where next_notice_on <= ${today}::date)
    + (select count(*) from "order" o join shipment s on s.order_id = o.id and s.state = 'pending'
       where ${isSimulated} and (s.is_reship and not o.is_held or o.state = 'placed' and o.ship_on <= ${today}::date))
    + (select count(*) from "order" where state = 'placed' and not is_held and late_noticed_at is null
       and ship_on < ${today}::date and coalesce(ship_until, ship_on) < ${today}::date)
    + (select count(*) from shipment_label where next_ask_at is not null and requests = 0)
    + (select count(*) from return_label where next_ask_at is not null and requests = 0)
    + (select count(*) from order_return r where state = 'requested' and expires_on < ${today}::date
       and not exists (select from return_label l where l.return_id = r.id and l.travel is not null)) as n`.execute(
    database.kysely,
  )
  return rows[0]?.n ?? 0
}

/**
 * A whole shop: database, card processor, web process with its worker, outbox. Scenarios use its public endpoints, the
 * processor's own pages and the time machine; only `rows`, `settled` and `app` access its internals.
 */
export const openShopUnderTest = async (options: TestAppOptions = {}) => {
  const app = await openTestApp(options)
  const { publicUrl: url } = app
  const pages = cardPages(app.sandboxUrl, url)
  const clock = newApiClient(url)
  const today = async (): Promise<string> => (await clock.call(viewClock, {})).today
  /** Resolves when everything that is due is done: no mail, charge or renewal is in flight any more. */
  const settled = async (): Promise<void> => {
    const day = await today()
    const isSimulated = options.environment?.['WAREHOUSE'] !== 'manual'
    const isUnfinished = async () => (await countUnfinished(app, day, isSimulated)) > 0
    do {
      for (let waitMs = 5; await isUnfinished(); waitMs = Math.min(2 * waitMs, 160)) {
        await Promise.all(app.children.map((child) => child.runDueWork()))
        await sleep(waitMs)
      }
      await app.carrier.deliver()
    } while (await isUnfinished())
  }
  return {
    url,
    app,
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
    advanceSeconds: async (seconds = 1): Promise<void> => {
      await app.database.kysely.transaction().execute(async (db) => {
        await increaseOffset(db, (await readOffset(db)) + seconds * 1_000)
        await incrementVersion(db, 'clock')
      })
      await Promise.all(app.children.map((child) => child.runDueWork()))
    },
    /** The shop is closed for some days, nothing is done, and it opens again. */
    closeFor: async (days: number): Promise<void> => {
      await app.reopenAfter(days)
      await settled()
    },
    changePrice: async (code: string, cents: number): Promise<void> => {
      await app.change((tx) => changePrice(tx, code, cents))
    },
    /** Resolves when the running shop has read a new price, which takes moments. */
    waitForPrice: async (code: string, price: string): Promise<void> => {
      const priceOf = async () => (await clock.call(listPlans, {})).find((plan) => plan.code === code)?.price
      while ((await priceOf()) !== price) await sleep(20)
    },
    setStock: (product: string, quantity: number) =>
      app.change((tx) => setStock(tx, { [product]: quantity })),
    /** Mails that went out, oldest first: to one address, or all of them. */
    mails: async (to?: string) => {
      await settled()
      return (await clock.call(viewOutbox, { to })).mails.toReversed()
    },
    /** What the processor's records say it took, oldest first, in cents. */
    chargedCents: async (): Promise<number[]> =>
      (await pages.charges()).filter(({ state }) => state === 'succeeded').map(({ cents }) => cents),
    /** What it gave back of each, in cents. */
    refundedCents: async (): Promise<number[]> =>
      (await pages.charges()).filter(({ state }) => state === 'succeeded').map(({ refunded }) => refunded),
    rows: () => countRows(app),
    /** The processor's keys of the charges that these orders were paid with. */
    keysOf: async (orderIds: readonly string[]): Promise<string[]> => {
      const { rows } = await sql<{
        key: string
      }>`select idempotency_key as key from charge c join "order" o on o.charge_id = c.id
        where o.id = any(${orderIds}::uuid[]) order by array_position(${orderIds}::uuid[], o.id)`.execute(
        app.database.kysely,
      )
      return rows.map(({ key }) => key)
    },
    /** Lines of warnings and errors that the web processes wrote. */
    logged: (): string[] => app.children.flatMap((child) => child.logged),
    close: app.close,
  }
}

export type ShopUnderTest = Awaited<ReturnType<typeof openShopUnderTest>>
