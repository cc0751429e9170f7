import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import type { Processor } from '#payment/processor/server/processor.ts'
import { claimCharges } from '#payment/charge/server/charge-store.ts'
import { requestCharge, openCharge, type Charge } from '#payment/charge/server/payments.ts'
import { receiveWebhook, settleDueCharges, type FinishCharge } from '#payment/server/settlement.ts'
import { connectionSettings } from '#platform/database.ts'
import { holdProcessNumber, type ProcessHome } from '#platform/process-store.ts'
import { watchShopState } from '#platform/shop-state.ts'
import { inTransaction } from '#platform/transaction.ts'
import { draftOf, openPaymentApp } from './payment-app.ts'
import { openSandboxTestProcessor } from './sandbox-test-processor.ts'

// Other tests have databases on the same server.
const ofThisDatabase = 'database = (select oid from pg_database where datname = current_database())'

let app: Awaited<ReturnType<typeof openSandboxTestProcessor>>
let shop: Awaited<ReturnType<typeof openPaymentApp>>

beforeAll(async () => {
  app = await openSandboxTestProcessor({ timeoutMs: 4_000 })
})
afterAll(() => app.stop())
beforeEach(async () => {
  shop = await openPaymentApp(app)
})
afterEach(() => shop.close())

describe('the pending-charge poller', () => {
  test('finds a charge whose answer was lost, and completes it once', async () => {
    const charge = await shop.requestCharge(await shop.open(await app.unluckyToken('reset')))
    expect(charge.state).toBe('unknown')
    await settleDueCharges(shop.services(), shop.finish)
    expect(shop.finished).toEqual([])
    shop.travelTo('2026-11-20T10:00:05Z')
    await Promise.all([
      settleDueCharges(shop.services(), shop.finish),
      settleDueCharges(shop.services(), shop.finish),
    ])
    expect(shop.finished.map(({ id, state }) => ({ id, state }))).toEqual([
      { id: charge.id, state: 'succeeded' },
    ])
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
  })

  test('closes a charge that was never sent, but not while it may still be sent', async () => {
    const charge = await shop.open(await app.token('approve'))
    shop.travelTo('2026-11-20T10:00:44Z')
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    shop.travelTo('2026-11-20T10:00:45Z')
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(1)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'void' }])
    expect((await requestCharge(shop.services(), charge)).state).toBe('void')
    expect(await app.takenFor(charge.request.idempotencyKey)).toBe(0)
  })

  test('settles at once the charges of a dead process, and leaves those of a living one alone', async () => {
    const { deps, database } = shop
    const watched = { database: deps.database, address: database.address, log: deps.log }
    const sibling = await watchShopState({ ...watched, pollMilliseconds: 60_000 })
    const theirs = { ...deps, state: sibling }
    const charge = await inTransaction(theirs, async (tx) =>
      openCharge(tx, 'sandbox', draftOf(await app.token('approve'))),
    )
    // Charged, and then the process ended: nobody recorded the answer.
    await requestCharge(shop.services(), charge)
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    await sibling.stop()
    await expect.poll(() => settleDueCharges(shop.services(), shop.finish)).toBe(1)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'succeeded' }])
    expect(await app.takenFor(charge.request.idempotencyKey)).toBe(4999)
  })

  test('a living process whose connection is cut keeps its charge, its number and its buyer', async () => {
    const { deps, database } = shop
    const watched = { database: deps.database, address: database.address, log: deps.log }
    const sibling = await watchShopState({ ...watched, pollMilliseconds: 60_000 })
    const number = sibling.processNumber()
    const theirs = { ...deps, state: sibling }
    const charge = await inTransaction(theirs, async (tx) =>
      openCharge(tx, 'sandbox', draftOf(await app.token('approve'))),
    )
    const cut = () =>
      database.pool.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and classid = 496321 and objid = $1 and ${ofThisDatabase}`,
        [number],
      )
    for (let round = 0; round < 10; round += 1) {
      await cut()
      expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    }
    expect((await shop.stored(charge)).state).toBe('intended')
    // It is back by itself, long before its next poll, and its buyer gets what they paid for.
    await expect.poll(() => sibling.processNumber()).toBe(number)
    expect((await shop.requestCharge(charge)).state).toBe('succeeded')
    await sibling.stop()
  })

  test('a killed process is replaced by the next one in its data folder at once, and by others after ten seconds', async () => {
    const { deps, database } = shop
    const die = async (home: ProcessHome | null) => {
      const client = new Client(connectionSettings(database.address))
      await client.connect()
      const number = await holdProcessNumber(client, { previous: null, home })
      const state = { ...deps.state, processNumber: () => number }
      await inTransaction({ ...deps, state }, async (tx) =>
        openCharge(tx, 'sandbox', draftOf(await app.token('approve'))),
      )
      expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
      await client.end()
    }
    const untilUnlocked = () =>
      expect
        .poll(
          async () =>
            (await database.pool.query(`select from pg_locks where classid = 496321 and ${ofThisDatabase}`))
              .rowCount,
        )
        .toBe(1)
    await die({ folder: 'a folder', start: 'the first' })
    await untilUnlocked()
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    const watched = { database: deps.database, address: database.address, log: deps.log }
    const elsewhere = await watchShopState({
      ...watched,
      pollMilliseconds: 60_000,
      home: { folder: 'another', start: 'the second' },
    })
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    // A thread of the same start was cut, and does not end its process.
    const thread = await watchShopState({
      ...watched,
      pollMilliseconds: 60_000,
      home: { folder: 'a folder', start: 'the first' },
    })
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    const next = await watchShopState({
      ...watched,
      pollMilliseconds: 60_000,
      home: { folder: 'a folder', start: 'the second' },
    })
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(1)
    await Promise.all([next.stop(), thread.stop(), elsewhere.stop()])
    await die(null)
    await untilUnlocked()
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    await database.pool.query(`update shop_process set missing_since = missing_since - interval '10 seconds'`)
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(1)
  })

  test('takes over the charge that a dead poller had claimed, once', async () => {
    const { deps, database } = shop
    const charge = await shop.requestCharge(await shop.open(await app.unluckyToken('reset')))
    shop.travelTo('2026-11-20T10:00:05Z')
    const watched = { database: deps.database, address: database.address, log: deps.log }
    const sibling = await watchShopState({ ...watched, pollMilliseconds: 60_000 })
    await inTransaction({ ...deps, state: sibling }, (tx) => claimCharges(tx, 10))
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    await sibling.stop()
    const away: Processor = { ...app.processor, settle: async () => ({ state: 'unknown' }) }
    await expect.poll(() => settleDueCharges(shop.services(away), shop.finish)).toBe(1)
    // The processor is away: from here on its next look comes by the clock again.
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(0)
    expect((await shop.stored(charge)).state).toBe('unknown')
  })

  test('leaves a bank confirmation open for half an hour and then ends it', async () => {
    const charge = await shop.requestCharge(await shop.open(await app.token('challenge')))
    shop.travelTo('2026-11-20T10:29:00Z')
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(1)
    expect((await shop.stored(charge)).state).toBe('challenge')
    expect(shop.finished).toEqual([])
    shop.travelTo('2026-11-20T10:31:00Z')
    await settleDueCharges(shop.services(), shop.finish)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'void' }])
    const bank = await app.answerChallenge(questionOf(charge), 'approve').catch(() => 'closed')
    expect(bank).toBe('closed')
    expect(await app.takenFor(charge.request.idempotencyKey)).toBe(0)
  })

  test('retries ever more slowly while the processor is away, and loses nothing', async () => {
    const charge = await shop.requestCharge(await shop.open(await app.unluckyToken('reset')))
    const away: Processor = { ...app.processor, settle: async () => ({ state: 'unknown' }) }
    const checks: string[] = []
    let now = Temporal.Instant.from('2026-11-20T10:00:00Z')
    while (checks.length < 5) {
      now = now.add({ seconds: 5 })
      shop.travelTo(now.toString())
      if ((await settleDueCharges(shop.services(away), shop.finish)) > 0)
        checks.push(now.toString().slice(11, 19))
    }
    // 5 s after the lost answer, then 30, 60, 300 and 900 s apart.
    expect(checks).toEqual(['10:00:05', '10:00:35', '10:01:35', '10:06:35', '10:21:35'])
    expect((await shop.stored(charge)).state).toBe('unknown')
    shop.travelTo('2026-11-20T12:00:00Z')
    await settleDueCharges(shop.services(), shop.finish)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'succeeded' }])
  })

  test('continues with other charges when one fails', async () => {
    const broken = await shop.requestCharge(await shop.open(await app.unluckyToken('reset')))
    const sound = await shop.requestCharge(await shop.open(await app.unluckyToken('reset')))
    shop.travelTo('2026-11-20T10:01:00Z')
    const fails: FinishCharge = async (tx, charge) => {
      if (charge.id === broken.id) throw new Error('broken')
      await shop.finish(tx, charge)
    }
    await settleDueCharges(shop.services(), fails)
    expect(shop.finished.map(({ id }) => id)).toEqual([sound.id])
    // What could not be finished is not settled either: both are in one transaction.
    expect((await shop.stored(broken)).state).toBe('unknown')
    shop.travelTo('2026-11-20T10:02:00Z')
    await settleDueCharges(shop.services(), shop.finish)
    expect(shop.finished.map(({ id }) => id)).toEqual([sound.id, broken.id])
  })
})

const questionOf = ({ processorCharge, challengeUrl }: Charge) => ({
  processorCharge: processorCharge ?? '',
  url: challengeUrl ?? '',
})

describe('a webhook', () => {
  const receive = (
    rawBody: string,
    headers: Parameters<Processor['readWebhook']>[0],
    processor = 'sandbox',
  ) => receiveWebhook(shop.services(), shop.finish, { processor, headers, rawBody })

  test('settles a bank confirmation that the buyer has answered, once', async () => {
    const charge = await shop.requestCharge(await shop.open(await app.token('challenge')))
    await app.answerChallenge(questionOf(charge), 'approve')
    const { headers, rawBody } = await app
      .webhook(`charge.succeeded","created`)
      .then(() =>
        app
          .webhooks(charge.request.idempotencyKey, 2)
          .then(([, second]) => second ?? { headers: {}, rawBody: '' }),
      )
    expect(await receive(rawBody, headers)).toBe('accepted')
    expect(await receive(rawBody, headers)).toBe('accepted')
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'succeeded' }])
  })

  test('with a false claim is not trusted: the processor is asked once for each event', async () => {
    const charge = await shop.requestCharge(await shop.open(await app.token('challenge')))
    const data = { charge: charge.processorCharge, idempotency_key: charge.request.idempotencyKey }
    const lie = JSON.stringify({ id: 'evt_lie', type: 'charge.succeeded', created: 0, data })
    let checks = 0
    const { check: look } = app.processor
    const counted: Processor = { ...app.processor, check: (known) => ((checks += 1), look(known)) }
    const request = { processor: 'sandbox', headers: app.sign(lie, 0), rawBody: lie }
    expect(await receiveWebhook(shop.services(counted), shop.finish, request)).toBe('accepted')
    expect(await receiveWebhook(shop.services(counted), shop.finish, request)).toBe('accepted')
    expect(checks).toBe(1)
    expect((await shop.stored(charge)).state).toBe('challenge')
    expect(shop.finished).toEqual([])
  })

  test('is refused when unsigned, signed long ago, or meant for another processor', async () => {
    const charge = await shop.requestCharge(await shop.open(await app.token('challenge')))
    const data = { charge: charge.processorCharge, idempotency_key: charge.request.idempotencyKey }
    const body = JSON.stringify({ id: 'evt_x', type: 'charge.succeeded', created: 0, data })
    expect(await receive(body, {})).toBe('refused')
    expect(await receive(body, app.sign(body, 3_600))).toBe('refused')
    expect(await receive(body, app.sign(body, 0), 'stripe')).toBe('refused')
    for (const broken of ['evt_\0', 'evt_\ud800']) {
      const named = body.replace('"evt_x"', JSON.stringify(broken))
      expect(await receive(named, app.sign(named, 0))).toBe('refused')
    }
    const events = await shop.deps.database.selectFrom('webhook_event').selectAll().execute()
    expect(events).toEqual([])
  })

  test('in the wrong order, twice or for an unknown charge changes nothing', async () => {
    const token = await app.tokenOf('reversed-webhooks')
    const charge = await shop.requestCharge(await shop.open(token))
    for (const { headers, rawBody } of await app.webhooks(charge.request.idempotencyKey, 2)) {
      expect(await receive(rawBody, headers)).toBe('accepted')
      expect(await receive(rawBody, headers)).toBe('accepted')
    }
    expect(await shop.stored(charge)).toEqual(charge)
    const stranger = JSON.stringify({
      id: 'evt_s',
      type: 'x',
      data: { charge: 'ch_s', idempotency_key: 's' },
    })
    expect(await receive(stranger, app.sign(stranger, 0))).toBe('accepted')
    expect(shop.finished).toEqual([])
  })
})
