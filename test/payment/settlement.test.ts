import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Processor } from '#payment/server/processor.ts'
import { claimCharges } from '#payment/server/charge-store.ts'
import { askProcessor, openCharge } from '#payment/server/payments.ts'
import { receiveWebhook, settleDueCharges, type FinishCharge } from '#payment/server/settlement.ts'
import { watchShopState } from '#platform/shop-state.ts'
import { inTransaction } from '#platform/transaction.ts'
import { draftOf, openPaymentHouse } from './payment-house.ts'
import { openSandboxHouse } from './sandbox-house.ts'

let house: Awaited<ReturnType<typeof openSandboxHouse>>
let shop: Awaited<ReturnType<typeof openPaymentHouse>>

beforeAll(async () => {
  house = await openSandboxHouse({ timeoutMs: 4_000 })
})
afterAll(() => house.stop())
beforeEach(async () => {
  shop = await openPaymentHouse(house)
})
afterEach(() => shop.close())

describe('the janitor', () => {
  test('finds the money that was taken when the answer was lost, and finishes it once', async () => {
    const charge = await shop.ask(await shop.open(await house.unluckyToken('reset')))
    expect(charge.state).toBe('unknown')
    await settleDueCharges(shop.tools(), shop.finish)
    expect(shop.finished).toEqual([])
    shop.travelTo('2026-11-20T10:00:05Z')
    await Promise.all([
      settleDueCharges(shop.tools(), shop.finish),
      settleDueCharges(shop.tools(), shop.finish),
    ])
    expect(shop.finished.map(({ id, state }) => ({ id, state }))).toEqual([
      { id: charge.id, state: 'succeeded' },
    ])
    expect(await settleDueCharges(shop.tools(), shop.finish)).toBe(0)
  })

  test('closes a charge that was never asked for, but not while it may still be asked for', async () => {
    const charge = await shop.open(await house.token('approve'))
    shop.travelTo('2026-11-20T10:00:44Z')
    expect(await settleDueCharges(shop.tools(), shop.finish)).toBe(0)
    shop.travelTo('2026-11-20T10:00:45Z')
    expect(await settleDueCharges(shop.tools(), shop.finish)).toBe(1)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'void' }])
    expect((await askProcessor(shop.tools(), charge)).state).toBe('void')
    expect(await house.takenFor(charge.request.idempotencyKey)).toBe(0)
  })

  test('settles at once what a process asked for when it died, and leaves alone what a living one asks for', async () => {
    const { world, database } = shop
    const watched = { database: world.database, address: database.address, log: world.log }
    const sibling = await watchShopState({ ...watched, pollMilliseconds: 60_000 })
    const theirs = { ...world, state: sibling }
    const charge = await inTransaction(theirs, async (work) =>
      openCharge(work, 'sandbox', draftOf(await house.token('approve'))),
    )
    // Charged, and then the end: nobody recorded the answer.
    await askProcessor(shop.tools(), charge)
    expect(await settleDueCharges(shop.tools(), shop.finish)).toBe(0)
    await sibling.stop()
    await expect.poll(() => settleDueCharges(shop.tools(), shop.finish)).toBe(1)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'succeeded' }])
    expect(await house.takenFor(charge.request.idempotencyKey)).toBe(4999)
  })

  test('takes over what a janitor had claimed when it died, once', async () => {
    const { world, database } = shop
    const charge = await shop.ask(await shop.open(await house.unluckyToken('reset')))
    shop.travelTo('2026-11-20T10:00:05Z')
    const watched = { database: world.database, address: database.address, log: world.log }
    const sibling = await watchShopState({ ...watched, pollMilliseconds: 60_000 })
    await inTransaction({ ...world, state: sibling }, (work) => claimCharges(work, 10))
    expect(await settleDueCharges(shop.tools(), shop.finish)).toBe(0)
    await sibling.stop()
    const away: Processor = { ...house.processor, settle: async () => ({ state: 'unknown' }) }
    await expect.poll(() => settleDueCharges(shop.tools(away), shop.finish)).toBe(1)
    // The processor is away: from here on its next look comes by the clock again.
    expect(await settleDueCharges(shop.tools(), shop.finish)).toBe(0)
    expect((await shop.stored(charge)).state).toBe('unknown')
  })

  test('leaves a challenge to the buyer for half an hour and ends it then', async () => {
    const charge = await shop.ask(await shop.open(await house.token('challenge')))
    shop.travelTo('2026-11-20T10:29:00Z')
    expect(await settleDueCharges(shop.tools(), shop.finish)).toBe(1)
    expect((await shop.stored(charge)).state).toBe('challenge')
    expect(shop.finished).toEqual([])
    shop.travelTo('2026-11-20T10:31:00Z')
    await settleDueCharges(shop.tools(), shop.finish)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'void' }])
    const bank = await house.answerChallenge(charge.challengeUrl ?? '', 'approve').catch(() => 'closed')
    expect(bank).toBe('closed')
    expect(await house.takenFor(charge.request.idempotencyKey)).toBe(0)
  })

  test('keeps asking ever more slowly while the processor is away, and loses nothing', async () => {
    const charge = await shop.ask(await shop.open(await house.unluckyToken('reset')))
    const away: Processor = { ...house.processor, settle: async () => ({ state: 'unknown' }) }
    const looks: string[] = []
    let now = Temporal.Instant.from('2026-11-20T10:00:00Z')
    while (looks.length < 5) {
      now = now.add({ seconds: 5 })
      shop.travelTo(now.toString())
      if ((await settleDueCharges(shop.tools(away), shop.finish)) > 0)
        looks.push(now.toString().slice(11, 19))
    }
    // 5 s after the lost answer, then 30, 60, 300 and 900 s apart.
    expect(looks).toEqual(['10:00:05', '10:00:35', '10:01:35', '10:06:35', '10:21:35'])
    expect((await shop.stored(charge)).state).toBe('unknown')
    shop.travelTo('2026-11-20T12:00:00Z')
    await settleDueCharges(shop.tools(), shop.finish)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'succeeded' }])
  })

  test('does not let one broken charge keep the others waiting', async () => {
    const broken = await shop.ask(await shop.open(await house.unluckyToken('reset')))
    const sound = await shop.ask(await shop.open(await house.unluckyToken('reset')))
    shop.travelTo('2026-11-20T10:01:00Z')
    const fails: FinishCharge = async (work, charge) => {
      if (charge.id === broken.id) throw new Error('broken')
      await shop.finish(work, charge)
    }
    await settleDueCharges(shop.tools(), fails)
    expect(shop.finished.map(({ id }) => id)).toEqual([sound.id])
    // What could not be finished is not settled either: both stand in one transaction.
    expect((await shop.stored(broken)).state).toBe('unknown')
    shop.travelTo('2026-11-20T10:02:00Z')
    await settleDueCharges(shop.tools(), shop.finish)
    expect(shop.finished.map(({ id }) => id)).toEqual([sound.id, broken.id])
  })
})

describe('a webhook', () => {
  const receive = (
    rawBody: string,
    headers: Parameters<Processor['readWebhook']>[0],
    processor = 'sandbox',
  ) => receiveWebhook(shop.tools(), shop.finish, { processor, headers, rawBody })

  test('settles the challenge that the buyer has answered, once', async () => {
    const charge = await shop.ask(await shop.open(await house.token('challenge')))
    await house.answerChallenge(charge.challengeUrl ?? '', 'approve')
    const { headers, rawBody } = await house
      .webhook(`charge.succeeded","created`)
      .then(() =>
        house
          .webhooks(charge.request.idempotencyKey, 2)
          .then(([, second]) => second ?? { headers: {}, rawBody: '' }),
      )
    expect(await receive(rawBody, headers)).toBe('taken')
    expect(await receive(rawBody, headers)).toBe('taken')
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'succeeded' }])
  })

  test('claims in vain: the processor is asked, once per event, and not the event', async () => {
    const charge = await shop.ask(await shop.open(await house.token('challenge')))
    const data = { charge: charge.processorCharge, idempotency_key: charge.request.idempotencyKey }
    const lie = JSON.stringify({ id: 'evt_lie', type: 'charge.succeeded', created: 0, data })
    let looks = 0
    const { look } = house.processor
    const counted: Processor = { ...house.processor, look: (known) => ((looks += 1), look(known)) }
    const request = { processor: 'sandbox', headers: house.sign(lie, 0), rawBody: lie }
    expect(await receiveWebhook(shop.tools(counted), shop.finish, request)).toBe('taken')
    expect(await receiveWebhook(shop.tools(counted), shop.finish, request)).toBe('taken')
    expect(looks).toBe(1)
    expect((await shop.stored(charge)).state).toBe('challenge')
    expect(shop.finished).toEqual([])
  })

  test('is refused when it is not signed, signed long ago, or meant for another processor', async () => {
    const charge = await shop.ask(await shop.open(await house.token('challenge')))
    const data = { charge: charge.processorCharge, idempotency_key: charge.request.idempotencyKey }
    const body = JSON.stringify({ id: 'evt_x', type: 'charge.succeeded', created: 0, data })
    expect(await receive(body, {})).toBe('refused')
    expect(await receive(body, house.sign(body, 3_600))).toBe('refused')
    expect(await receive(body, house.sign(body, 0), 'stripe')).toBe('refused')
    for (const broken of ['evt_\0', 'evt_\ud800']) {
      const named = body.replace('"evt_x"', JSON.stringify(broken))
      expect(await receive(named, house.sign(named, 0))).toBe('refused')
    }
    const events = await shop.world.database.selectFrom('webhook_event').selectAll().execute()
    expect(events).toEqual([])
  })

  test('in the wrong order, twice or for an unknown charge does no harm', async () => {
    const token = await house.tokenOf('reversed-webhooks')
    const charge = await shop.ask(await shop.open(token))
    for (const { headers, rawBody } of await house.webhooks(charge.request.idempotencyKey, 2)) {
      expect(await receive(rawBody, headers)).toBe('taken')
      expect(await receive(rawBody, headers)).toBe('taken')
    }
    expect(await shop.stored(charge)).toEqual(charge)
    const stranger = JSON.stringify({
      id: 'evt_s',
      type: 'x',
      data: { charge: 'ch_s', idempotency_key: 's' },
    })
    expect(await receive(stranger, house.sign(stranger, 0))).toBe('taken')
    expect(shop.finished).toEqual([])
  })
})
