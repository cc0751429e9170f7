import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import type { Processor } from '#payment/server/processor.ts'
import {
  askProcessor,
  chargesFor,
  listPaymentMethods,
  openCharge,
  openCharges,
  ownedPaymentMethods,
  paymentMethodOf,
  recordOutcome,
  savePaymentMethod,
  type Charge,
} from '#payment/server/payments.ts'
import { settleDueCharges } from '#payment/server/settlement.ts'
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

describe('a charge', () => {
  test('stands in the books before anybody is asked, once per attempt', async () => {
    const purposeId = randomUUID()
    const charge = await shop.open('tok_any', { purposeId })
    expect(charge).toMatchObject({ state: 'intended', attempt: 1, processorCharge: null })
    await expect(shop.open('tok_any', { purposeId })).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
    const both = [draftOf('tok_any', { purposeId }), draftOf('tok_any', { purposeId, attempt: 2 })]
    const opened = await inTransaction(shop.world, (work) => openCharges(work, 'sandbox', both))
    expect(opened.map(({ attempt }) => attempt)).toEqual([2])
    const attempts = await chargesFor(shop.world.database, 'purchase', purposeId)
    expect(attempts.map(({ attempt }) => attempt)).toEqual([2, 1])
  })

  test('leaves no trace when its transaction is undone', async () => {
    const purposeId = randomUUID()
    const undone = inTransaction(shop.world, async (work) => {
      await openCharge(work, 'sandbox', draftOf('tok_any', { purposeId }))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await chargesFor(shop.world.database, 'purchase', purposeId)).toEqual([])
  })

  test('that is settled never changes, whatever comes late', async () => {
    const charge = await shop.ask(await shop.open(await house.token('approve')))
    expect(charge).toMatchObject({ state: 'succeeded', card: { brand: 'visa', last4: '4242' } })
    const late = [
      { state: 'unknown' },
      { state: 'void' },
      { state: 'challenge', processorCharge: 'ch_x', url: 'https://bank.example/' },
      { state: 'declined', kind: 'hard', reason: 'stolen_card', processorCharge: null },
    ] as const
    for (const outcome of late) {
      const recorded = await inTransaction(shop.world, (work) => recordOutcome(work, charge.id, outcome))
      expect(recorded).toEqual({ charge, wasOpen: false })
    }
  })

  test('that waits for the bank is not lost to a lost answer', async () => {
    const charge = await shop.ask(await shop.open(await house.token('challenge')))
    expect(charge.challengeUrl).toContain('/challenge/')
    const after = await inTransaction(shop.world, (work) =>
      recordOutcome(work, charge.id, { state: 'unknown' }),
    )
    expect(after.charge).toMatchObject({ state: 'challenge', challengeUrl: charge.challengeUrl })
  })

  test('of another processor is neither asked for nor settled', async () => {
    const other: Processor = { ...house.processor, name: 'stripe' }
    const charge = await shop.open(await house.token('approve'))
    expect(await askProcessor(shop.tools(other), charge)).toEqual({ state: 'unknown' })
    shop.travelTo('2026-11-20T11:00:00Z')
    await settleDueCharges(shop.tools(other), shop.finish)
    expect(await shop.stored(charge)).toMatchObject({ state: 'intended' })
    expect(await house.takenFor(charge.request.idempotencyKey)).toBe(0)
  })
})

describe('a kept card', () => {
  test('is kept once, first card first, and for its owner only', async () => {
    const june = await shop.account('june@example.com')
    const other = await shop.account('other@example.com')
    const charge = await shop.ask(await shop.open(await house.token('approve')))
    const keep = (card: Charge) => inTransaction(shop.world, (work) => savePaymentMethod(work, june, card))
    const id = await keep(charge)
    expect(await keep(charge)).toBe(id)
    const second = await keep(await shop.ask(await shop.open(await house.tokenOf('mastercard'))))
    const cards = await listPaymentMethods(shop.world.database, june)
    expect(cards.map((card) => [card.id, card.brand])).toEqual([
      [id, 'visa'],
      [second, 'mastercard'],
    ])
    expect(await listPaymentMethods(shop.world.database, other)).toEqual([])
    expect(await paymentMethodOf(shop.world.database, other, id ?? '')).toBeNull()
    const owners = [
      { accountId: june, paymentMethodId: id ?? '' },
      { accountId: other, paymentMethodId: second ?? '' },
      // Nor when its owner is in the same run.
      { accountId: other, paymentMethodId: id ?? '' },
    ]
    const cardOf = await ownedPaymentMethods(shop.world.database, owners)
    expect(owners.map((owner) => cardOf(owner)?.id ?? null)).toEqual([id, null, null])
  })

  test('is not kept when the buyer was not asked to leave it', async () => {
    const june = await shop.account('june@example.com')
    const source = { kind: 'token', token: await house.token('approve'), save: false } as const
    const charge = await shop.ask(await shop.open('', { source }))
    expect(await inTransaction(shop.world, (work) => savePaymentMethod(work, june, charge))).toBeNull()
  })
})
