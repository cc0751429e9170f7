import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import type { Processor } from '#payment/processor/server/processor.ts'
import {
  requestCharge,
  chargesFor,
  listSavedCards,
  openCharge,
  openCharges,
  ownedPaymentMethods,
  paymentMethodOf,
  recordOutcome,
  savePaymentMethod,
  type Charge,
} from '#payment/charge/server/payments.ts'
import { settleDueCharges } from '#payment/server/settlement.ts'
import { draftOf, openPaymentApp } from './payment-app.ts'
import { openSandboxTestProcessor } from './sandbox-test-processor.ts'

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

describe('a charge', () => {
  test('is stored before the processor is asked, once per attempt', async () => {
    const purposeId = randomUUID()
    const charge = await shop.open('tok_any', { purposeId })
    expect(charge).toMatchObject({ state: 'intended', attempt: 1, processorCharge: null })
    await expect(shop.open('tok_any', { purposeId })).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
    const both = [draftOf('tok_any', { purposeId }), draftOf('tok_any', { purposeId, attempt: 2 })]
    const opened = await inTransaction(shop.deps, (tx) => openCharges(tx, 'sandbox', both))
    expect(opened.map(({ attempt }) => attempt)).toEqual([2])
    const attempts = await chargesFor(shop.deps.database, 'purchase', purposeId)
    expect(attempts.map(({ attempt }) => attempt)).toEqual([2, 1])
  })

  test('leaves no row when its transaction is rolled back', async () => {
    const purposeId = randomUUID()
    const undone = inTransaction(shop.deps, async (tx) => {
      await openCharge(tx, 'sandbox', draftOf('tok_any', { purposeId }))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await chargesFor(shop.deps.database, 'purchase', purposeId)).toEqual([])
  })

  test('that is settled never changes, whatever arrives late', async () => {
    const charge = await shop.requestCharge(await shop.open(await app.token('approve')))
    expect(charge).toMatchObject({ state: 'succeeded', card: { brand: 'visa', last4: '4242' } })
    const late = [
      { state: 'unknown' },
      { state: 'void' },
      { state: 'challenge', processorCharge: 'ch_x', url: 'https://bank.example/' },
      { state: 'declined', kind: 'hard', reason: 'stolen_card', processorCharge: null },
    ] as const
    for (const outcome of late) {
      const recorded = await inTransaction(shop.deps, (tx) => recordOutcome(tx, charge.id, outcome))
      expect(recorded).toEqual({ charge, wasOpen: false })
    }
  })

  test('that waits for the bank stays open when an answer is lost', async () => {
    const charge = await shop.requestCharge(await shop.open(await app.token('challenge')))
    expect(charge.challengeUrl).toContain('/challenge/')
    const after = await inTransaction(shop.deps, (tx) => recordOutcome(tx, charge.id, { state: 'unknown' }))
    expect(after.charge).toMatchObject({ state: 'challenge', challengeUrl: charge.challengeUrl })
  })

  test('of another processor is neither requested nor settled', async () => {
    const other: Processor = { ...app.processor, name: 'stripe' }
    const charge = await shop.open(await app.token('approve'))
    expect(await requestCharge(shop.services(other), charge)).toEqual({ state: 'unknown' })
    shop.travelTo('2026-11-20T11:00:00Z')
    await settleDueCharges(shop.services(other), shop.finish)
    expect(await shop.stored(charge)).toMatchObject({ state: 'intended' })
    expect(await app.takenFor(charge.request.idempotencyKey)).toBe(0)
  })
})

describe('a saved card', () => {
  test('is saved once, with the first card as default, and for its owner only', async () => {
    const june = await shop.account('june@example.com')
    const other = await shop.account('other@example.com')
    const charge = await shop.requestCharge(await shop.open(await app.token('approve')))
    const save = (card: Charge) => inTransaction(shop.deps, (tx) => savePaymentMethod(tx, june, card))
    const id = await save(charge)
    expect(await save(charge)).toBe(id)
    const second = await save(await shop.requestCharge(await shop.open(await app.tokenOf('mastercard'))))
    const cards = await listSavedCards(shop.deps.database, june)
    expect(cards.map((card) => [card.id, card.brand])).toEqual([
      [id, 'visa'],
      [second, 'mastercard'],
    ])
    expect(await listSavedCards(shop.deps.database, other)).toEqual([])
    expect(await paymentMethodOf(shop.deps.database, other, id ?? '')).toBeNull()
    const owners = [
      { accountId: june, paymentMethodId: id ?? '' },
      { accountId: other, paymentMethodId: second ?? '' },
      // Nor when its owner is in the same run.
      { accountId: other, paymentMethodId: id ?? '' },
    ]
    const cardOf = await ownedPaymentMethods(shop.deps.database, owners)
    expect(owners.map((owner) => cardOf(owner)?.id ?? null)).toEqual([id, null, null])
  })

  test('is not saved when the buyer did not ask for it', async () => {
    const june = await shop.account('june@example.com')
    const source = { kind: 'token', token: await app.token('approve'), save: false } as const
    const charge = await shop.requestCharge(await shop.open('', { source }))
    expect(await inTransaction(shop.deps, (tx) => savePaymentMethod(tx, june, charge))).toBeNull()
  })
})
