import { afterAll, beforeAll, expect, test } from 'vitest'
import { succeededCard } from './contract-processors.ts'
import { purchaseOf } from './test-processor.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'

let testProcessor: Awaited<ReturnType<typeof openStripeTestProcessor>>
beforeAll(async () => {
  testProcessor = await openStripeTestProcessor({ timeoutMs: 4_000 })
})
afterAll(() => testProcessor.stop())

test('a guest’s card that is not saved is charged for a customer with the guest’s e-mail, without a Stripe receipt', async () => {
  const { processor, stripe } = testProcessor
  const source = { kind: 'token', token: await testProcessor.token('approve'), save: false } as const
  const request = purchaseOf('', { source })
  const { card } = succeededCard(await processor.charge(request))
  const intents = await Array.fromAsync(stripe.paymentIntents.list({ limit: 100 }))
  const intent = intents.find(({ metadata }) => metadata['idempotency_key'] === request.idempotencyKey)
  const id = typeof intent?.customer === 'string' ? intent.customer : ''
  expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'june@example.com' })
  expect(intent?.receipt_email).toBeNull()
  expect(intent?.setup_future_usage).toBeNull()
  expect((await stripe.paymentMethods.list({ customer: id })).data).toEqual([])
  expect(card.processorMethod).toBeNull()
})
