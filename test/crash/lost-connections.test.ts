import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { expectConsistent } from '../support/invariants.ts'
import { startShopping, type Shopping } from '../support/persistent-buyers.ts'
import { startRestartableServer } from '../support/restartable-server.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let server: Awaited<ReturnType<typeof startRestartableServer>>
let shop: TestShop

beforeAll(async () => {
  server = await startRestartableServer()
  shop = await openTestShop({ server: server.server })
})

afterAll(async () => {
  await shop.close()
  await server.stop()
})

/** Orders by the request that bought them: what a buyer saw is there once, and so is its charge at the processor. */
const expectSeenOnce = async ({ seen, refused }: Shopping): Promise<void> => {
  expect(refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
  const numbers = seen.map(({ number }) => number)
  const { rows } = await sql<{ number: string; key: string }>`
    select o.number, c.idempotency_key as key from "order" o join charge c on c.id = o.charge_id
    where o.number = any(${numbers})`.execute(shop.app.database.kysely)
  expect(rows.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted())
  const charged = (await shop.pages.charges()).filter(({ state }) => state === 'succeeded')
  for (const { key } of rows) expect(charged.filter((charge) => charge.key === key)).toHaveLength(1)
}

const waitUntilIntended = (): Promise<void> =>
  expect
    .poll(
      async () =>
        (await sql`select from charge where state = 'intended'`.execute(shop.app.database.kysely)).rows,
    )
    .toHaveLength(1)

const lookForDueWork = () => Promise.all(shop.app.children.map((child) => child.runDueWork()))

const expectAllAlive = (): void => {
  expect(shop.app.children.filter((child) => child.isOver())).toEqual([])
}

test.for(['fast', 'immediate'] as const)(
  'the database restarts (%s) while eight buyers buy, and each order they saw exists and is charged once',
  async (mode) => {
    const shopping = startShopping(shop, 8, 2)
    await shopping.untilSeen(3)
    await server.end(mode)
    // Until a buyer has been refused in the gap, however short it is.
    await expect.poll(() => shopping.refused.length).toBeGreaterThan(0)
    await server.start()
    await shopping.done
    expectAllAlive()
    await expectSeenOnce(shopping)
    await expectConsistent(shop)
  },
)

test('when the database is lost during a charge, the buyer waits and gets the order', async () => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const filled = await buyer.fill({ card: 'slow' })
  const before = await shop.pages.charges()
  const answer = buyer.send(filled)
  await waitUntilIntended()
  await server.end('fast')
  await expect.poll(async () => (await shop.pages.charges()).length).toBe(before.length + 1)
  await server.start()
  expect(await answer).toMatchObject({ status: 'ordered' })
  await expectConsistent(shop)
})

test('when only the listening connection is cut during a charge, the buyer gets the order', async () => {
  await untilListening()
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  // Charged a while after the request, so that the poller looks meanwhile.
  const answer = buyer.send(await buyer.fill({ card: 'slow' }))
  await waitUntilIntended()
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'loam listener'`.execute(
    shop.app.database.kysely,
  )
  expect(rows.length).toBeGreaterThan(0)
  await lookForDueWork()
  expect(await answer).toMatchObject({ status: 'ordered' })
  await expectConsistent(shop)
})

test('when a charge is closed before it reaches the processor, the shop answers busy, and the same form buys', async () => {
  const { kysely } = shop.app.database
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const filled = await buyer.fill({ card: 'slow' })
  const before = await shop.pages.charges()
  const answer = buyer.send(filled).catch((thrown: unknown) => thrown)
  await waitUntilIntended()
  // As after a process that was away for longer than others wait for it.
  await sql`update charge set requested_by = null, next_check_at = created_at where state = 'intended'`.execute(
    kysely,
  )
  await lookForDueWork()
  expect(await answer).toMatchObject({ code: 'SHOP_BUSY', status: 503 })
  expect(await shop.pages.charges()).toHaveLength(before.length)
  // Its card was never used, and the processor has not seen its key again.
  expect(await buyer.send(filled)).toMatchObject({ status: 'ordered' })
  await expectConsistent(shop)
})

test('when the connection breaks in the commit that opens a purchase, the request checks the outcome and continues', async () => {
  const { kysely } = shop.app.database
  await sql`create sequence first_commit`.execute(kysely)
  await sql`create function break_first() returns trigger language plpgsql as ${sql.raw(`$$ begin
    if nextval('first_commit') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
    return null; end $$`)}`.execute(kysely)
  await sql`create constraint trigger break_first after insert on checkout deferrable initially deferred
    for each row execute function break_first()`.execute(kysely)
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  await sql`drop trigger break_first on checkout`.execute(kysely)
  const { rows } = await sql<{ commits: number }>`select last_value as commits from first_commit`.execute(
    kysely,
  )
  expect(rows).toEqual([{ commits: 2 }])
  await expectConsistent(shop)
})

/** Ends every connection of the shop: idle, in a transaction, of the job queue, and the one that listens. */
const endConnections = async (): Promise<string[]> => {
  const { rows } = await sql<{ ended: string }>`
    select concat_ws(' ', application_name, state, query, pg_terminate_backend(pid)) as ended
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    shop.app.database.kysely,
  )
  return rows.map(({ ended }) => ended)
}

/** Resolves once the shop listens again, after what the tests before did to it. */
const untilListening = (): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity
            where datname = current_database() and application_name = 'loam listener'`.execute(
            shop.app.database.kysely,
          )
        ).rows.length,
    )
    .toBeGreaterThan(0)

/** Ends every connection while buyers wait in their transactions for a session that holds the table of purchases. */
const endWaiting = async (): Promise<string[]> => {
  const holder = await shop.app.database.pool.connect()
  holder.on('error', () => undefined)
  await holder.query('begin; lock table checkout in exclusive mode')
  await waitUntilBlocked(shop.app.database.kysely, 3, 'checkout')
  const ended = await endConnections()
  holder.release(true)
  return ended
}

test('every connection is ended repeatedly while eight buyers buy, and each order exists once', async () => {
  await untilListening()
  const shopping = startShopping(shop, 8, 3)
  const ended = await endWaiting()
  for (let seen = 1; seen < 24; seen += 2) {
    await shopping.untilSeen(seen)
    ended.push(...(await endConnections()))
  }
  await shopping.done
  for (const kind of [/^loam listener /, /^loam (active|idle in transaction) /])
    expect(ended.filter((each) => kind.test(each)).length, String(kind)).toBeGreaterThan(0)
  expectAllAlive()
  await expectSeenOnce(shopping)
  await expectConsistent(shop)
})

const statusOf = async (path: string): Promise<string> => {
  const { status, headers } = await fetch(`${shop.url}${path}`, {
    headers: { 'x-forwarded-for': '10.9.9.9' },
  })
  return `${status} ${headers.get('retry-after') ?? ''}`.trim()
}

const ready = (): Promise<void> => expect.poll(() => statusOf('/readyz')).toBe('200')

/** Runs `during` while a session that is not the shop's holds these tables. */
const whileHeld = async (tables: string, during: () => Promise<void>): Promise<void> => {
  const client = await shop.app.database.pool.connect()
  await client.query(`begin; lock table ${tables} in access exclusive mode`)
  try {
    await during()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('a shop with short limits', () => {
  let first: TestShop
  beforeAll(async () => {
    first = shop
    shop = await openTestShop({
      server: server.server,
      environment: {
        DATABASE_CONNECTIONS: '4',
        DATABASE_WAIT: '1',
        TIMEOUT_READ: '2',
        TIMEOUT_WRITE: '6',
        TIMEOUT_WORKER: '4',
      },
    })
  })
  afterAll(async () => {
    await shop.close()
    shop = first
  })

  test('with a locked table, pages and purchases are refused in time, and a resubmitted form buys once', async () => {
    const buyer = shop.visitor()
    const cart = await buyer.add('syn-rf')
    const filled = await buyer.fill({ but: { cart_id: cart.cart_id ?? '' } })
    await whileHeld('cart, checkout', async () => {
      await expect(buyer.cart()).rejects.toMatchObject({ code: 'SHOP_BUSY', retryAfter: '5' })
      const page = await buyer.client.send({ method: 'GET', path: '/cart', headers: { accept: 'text/html' } })
      expect(page).toMatchObject({ status: 503, text: expect.stringContaining('Refresh the Page') })
      await expect(buyer.send(filled)).rejects.toMatchObject({ code: 'SHOP_BUSY', retryAfter: '5' })
    })
    expect(await buyer.send(filled)).toMatchObject({ status: 'ordered' })
    await expectConsistent(shop)
  })

  test('an order that cannot be written in time is left to the pending-charge poller, which writes it', async () => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    const filled = await buyer.fill()
    let answer: Awaited<ReturnType<typeof buyer.send>> | undefined
    await whileHeld('"order"', async () => {
      answer = await buyer.send(filled)
      expect(answer).toMatchObject({ status: 'pending' })
    })
    expect(await buyer.untilDecided(answer?.checkout_id ?? '')).toMatchObject({ status: 'ordered' })
    await expectConsistent(shop)
  })

  test('when all connections wait for a locked table, further requests are refused in time, and all requests succeed afterwards', async () => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    const stuck: ReturnType<typeof buyer.setQuantity>[] = []
    await whileHeld('cart', async () => {
      for (let each = 0; each < 4; each += 1) stuck.push(buyer.setQuantity('syn-rf', 1))
      await waitUntilBlocked(shop.app.database.kysely, 4, 'cart')
      expect(await statusOf('/readyz')).toBe('503')
      await expect(buyer.cart()).rejects.toMatchObject({ code: 'SHOP_BUSY', retryAfter: '5' })
    })
    await Promise.all(stuck)
    await ready()
    expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  })

  test('while a database server hangs with open connections, requests are refused, and everything continues when it responds again', async () => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    const wake = await server.hang()
    try {
      await expect(buyer.cart()).rejects.toMatchObject({ code: 'SHOP_BUSY', retryAfter: '5' })
    } finally {
      wake()
    }
    await ready()
    expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
    expectAllAlive()
    await expectConsistent(shop)
  })
})
