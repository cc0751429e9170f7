import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testProcessors, succeededCard } from './contract-processors.ts'
import { keepingOf, purchaseOf, refundOf, type TestProcessor } from './test-processor.ts'

describe.each(testProcessors)('how every processor refunds: $name', ({ open }) => {
  let testProcessor: TestProcessor
  beforeAll(async () => {
    // Long enough for a busy machine, short enough to wait for the answers that never come.
    testProcessor = await open({ timeoutMs: 4_000 })
  })
  afterAll(() => testProcessor.stop())

  test('a charge is refunded in parts, up to the full amount and no further', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    const part = refundOf(processorCharge)
    const given = await testProcessor.processor.refund(part)
    expect(given.state).toBe('refunded')
    expect(await testProcessor.processor.refund(part)).toEqual(given)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(3999)
    const tooMuch = refundOf(processorCharge, { amountCents: 4000 })
    expect(await testProcessor.processor.refund(tooMuch)).toMatchObject({ state: 'refused' })
    const rest = refundOf(processorCharge, { amountCents: 3999 })
    expect(await testProcessor.processor.refund(rest)).toMatchObject({ state: 'refunded' })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
    const nothingLeft = refundOf(processorCharge, { amountCents: 1 })
    expect(await testProcessor.processor.refund(nothingLeft)).toMatchObject({ state: 'refused' })
  })

  test.each(['silent', 'lost'] as const)('a refund whose answer is lost (%s) is given once', async (how) => {
    const request = purchaseOf(await testProcessor.refundToken(how))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    const part = refundOf(processorCharge)
    expect(await testProcessor.processor.refund(part)).toEqual({ state: 'unknown' })
    const given = await testProcessor.processor.refund(part)
    expect(given).toMatchObject({ state: 'refunded' })
    expect(await testProcessor.processor.refund(part)).toEqual(given)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(3999)
  })

  test('a refused refund returns no money, however often it is requested', async () => {
    const request = purchaseOf(await testProcessor.refundToken('refused'))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    testProcessor.refuseRefunds(processorCharge)
    const part = refundOf(processorCharge)
    expect(await testProcessor.processor.refund(part)).toMatchObject({ state: 'refused' })
    expect(await testProcessor.processor.refund(part)).toMatchObject({ state: 'refused' })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(4999)
  })

  test('the processor’s records have the charges and refunds of a period, with the shop’s keys', async () => {
    const from = Temporal.Now.instant().subtract({ seconds: 2 })
    const request = purchaseOf(await testProcessor.token('approve'))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    const declined = purchaseOf(await testProcessor.token('no-funds'))
    await testProcessor.processor.charge(declined)
    const keeping = keepingOf(await testProcessor.token('approve'))
    await testProcessor.processor.charge(keeping)
    const refund = refundOf(processorCharge)
    const given = await testProcessor.processor.refund(refund)
    const period = { from, to: Temporal.Now.instant().add({ seconds: 2 }) }
    const charges = await Array.fromAsync(testProcessor.processor.listCharges(period))
    const ours = (key: string) => charges.filter(({ idempotencyKey }) => idempotencyKey === key)
    expect(ours(request.idempotencyKey)).toEqual([
      {
        processorCharge,
        idempotencyKey: request.idempotencyKey,
        state: 'succeeded',
        amountCents: 4999,
        currency: 'USD',
      },
    ])
    expect(ours(declined.idempotencyKey)).toMatchObject([{ state: 'failed' }])
    expect(ours(keeping.idempotencyKey)).toEqual([])
    const refunds = await Array.fromAsync(testProcessor.processor.listRefunds(period))
    expect(refunds).toContainEqual({
      processorRefund: given.state === 'refunded' ? given.processorRefund : '',
      processorCharge,
      idempotencyKey: refund.idempotencyKey,
      state: 'refunded',
      amountCents: 1000,
      // The sandbox does not say it of refunds.
      currency: expect.toBeOneOf(['USD', null]),
    })
    const later = { from: period.to.add({ seconds: 60 }), to: period.to.add({ seconds: 90 }) }
    expect(await Array.fromAsync(testProcessor.processor.listCharges(later))).toEqual([])
  })

  test('a webhook about a refund names the refund', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    const refund = refundOf(processorCharge)
    await testProcessor.processor.refund(refund)
    const { headers, rawBody } = await testProcessor.webhook(refund.idempotencyKey)
    expect(testProcessor.processor.readWebhook(headers, rawBody)).toMatchObject({
      refundKey: refund.idempotencyKey,
    })
  })
})
