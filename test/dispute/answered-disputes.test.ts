import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import type { DisputePort } from '#payment/processor/server/dispute-port.ts'
import { acceptDispute, evidenceFile, submitEvidence } from '#dispute/server/answer-dispute.ts'
import { handOver, orderById } from '#order/server/orders.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { atEvidence } from '../crash/dispute-points.ts'
import { openStripeShop } from '../payment/stripe-shop.ts'

let app: Awaited<ReturnType<typeof openStripeShop>>

beforeEach(async () => {
  app = await openStripeShop()
})
afterEach(async () => {
  expect(await app.violations()).toEqual([])
  await app.close()
})

/** A dispute of an order of 40.21: its id here and at Stripe. */
const disputed = async (isInquiry = false) => {
  const { intent } = await app.buy()
  const { id: atStripe } = app.standIn.dashboard.openDispute(intent, { isInquiry })
  await app.receiveDisputes()
  return { id: (await app.dispute(atStripe))?.id ?? '', atStripe }
}

test('the evidence is submitted once, as texts and as a PDF', async () => {
  const { id, atStripe } = await disputed()
  expect(await submitEvidence(app.services, id)).toMatchObject({
    result: 'sent',
    dispute: { state: 'under_review', submissions: 1 },
  })
  const { evidence, evidence_details: details } = await app.stripe.disputes.retrieve(atStripe)
  expect(evidence).toMatchObject({
    customer_name: 'Mara Ito',
    customer_email_address: 'mara@example.com',
    product_description: '1 × DS-01 Daily Synbiotic, starter kit',
    shipping_address: 'Mara Ito\n1 Grove Street\nOakland, CA 94607\nUnited States',
  })
  expect(evidence.uncategorized_text).toContain('Total: $40.21')
  expect(evidence.cancellation_policy_disclosure).toContain('canceled online in the account')
  const file = evidence.uncategorized_file
  expect(await app.stripe.files.retrieve(typeof file === 'string' ? file : '')).toMatchObject({
    purpose: 'dispute_evidence',
    type: 'pdf',
  })
  expect(await submitEvidence(app.services, id)).toMatchObject({ result: 'sent-before' })
  expect(details.submission_count).toBe(1)
  expect((await app.stripe.disputes.retrieve(atStripe)).evidence_details.submission_count).toBe(1)
  expect(await app.history()).toEqual([
    'needs_response',
    'funds-withdrawn',
    'evidence-submitted',
    'under_review',
  ])
})

test('carrier events are part of the evidence', async () => {
  const { orderId, intent } = await app.buy()
  const { number } = await orderById(app.deps.database, orderId)
  const handed = {
    order: number,
    carrier: 'ups',
    tracking: '1Z999',
    service: null,
    weightGrams: null,
    lines: null,
  }
  await handOver(app.deps, handed, 'operator')
  const { id: atStripe } = app.standIn.dashboard.openDispute(intent)
  await app.receiveDisputes()
  await submitEvidence(app.services, (await app.dispute(atStripe))?.id ?? '')
  const { evidence } = await app.stripe.disputes.retrieve(atStripe)
  expect(evidence).toMatchObject({
    shipping_carrier: 'UPS',
    shipping_tracking_number: '1Z999',
    shipping_date: '2026-11-20',
  })
  expect(evidence.uncategorized_text).toContain('2026-11-20 10:00 EST: shipped (operator)')
})

test('when a carrier takes the package at the moment of the dispute, it has either shipped or is held', async () => {
  for (let time = 0; time < 4; time += 1) {
    const { orderId, intent } = await app.buy()
    const { number } = await orderById(app.deps.database, orderId)
    const tracking = `1Z${time}`
    const handed = { order: number, carrier: 'ups', tracking, service: null, weightGrams: null, lines: null }
    app.standIn.dashboard.openDispute(intent)
    const [shipping] = await Promise.allSettled([
      handOver(app.deps, handed, 'operator'),
      app.receiveDisputes(),
    ])
    const [shipment] = (await shipmentsOf(app.deps.database, [orderId])).get(orderId) ?? []
    expect(shipment?.state).toBe(shipping.status === 'fulfilled' ? 'shipped' : 'on-hold')
  }
})

test('evidence whose answer was lost is not submitted again', async () => {
  const { id, atStripe } = await disputed()
  app.standIn.faults.next(/^POST \/v1\/disputes\//, 'cut_after')
  await expect(submitEvidence(app.services, id)).rejects.toMatchObject({ code: 'SHOP_BUSY' })
  expect(await submitEvidence(app.services, id)).toMatchObject({ result: 'sent-before' })
  expect((await app.stripe.disputes.retrieve(atStripe)).evidence_details.submission_count).toBe(1)
})

test('a shop that stops after the bank received the evidence does not submit it again', async () => {
  const { id, atStripe } = await disputed()
  const reachCrashPoint = (step: CrashPoint): void => {
    if (step === atEvidence[0]) throw new Error('the process ends here')
  }
  const ending = { ...app.services, deps: { ...app.deps, reachCrashPoint } }
  await expect(submitEvidence(ending, id)).rejects.toThrow('the process ends here')
  expect(await submitEvidence(app.services, id)).toMatchObject({ result: 'sent-before' })
  expect((await app.stripe.disputes.retrieve(atStripe)).evidence_details.submission_count).toBe(1)
})

test('a dispute is conceded once, and an inquiry cannot be conceded', async () => {
  const { id } = await disputed()
  expect(await acceptDispute(app.services, id)).toMatchObject({ state: 'lost', writtenOffCents: 4021 })
  expect(await acceptDispute(app.services, id)).toMatchObject({ state: 'lost' })
  await expect(submitEvidence(app.services, id)).rejects.toMatchObject({
    data: { reason: 'dispute-closed' },
  })
  const inquiry = await disputed(true)
  await expect(acceptDispute(app.services, inquiry.id)).rejects.toMatchObject({ data: { reason: 'inquiry' } })
})

test('the same evidence makes the same file', async () => {
  const { id } = await disputed()
  const [once, again] = [await evidenceFile(app.services, id), await evidenceFile(app.services, id)]
  expect(Buffer.from(once.bytes).toString('latin1').slice(0, 5)).toBe('%PDF-')
  expect(Buffer.compare(Buffer.from(once.bytes), Buffer.from(again.bytes))).toBe(0)
})

/** Runs `second` while the request of a first operator to the bank is open; returns both results. */
const duringAnswer = async (
  first: (services: DisputeServices) => Promise<unknown>,
  second: () => Promise<unknown>,
) => {
  const outcomes: PromiseSettledResult<unknown>[] = []
  const { processor } = app.services
  const meanwhile = async (): Promise<void> => void outcomes.push(...(await Promise.allSettled([second()])))
  const disputes: DisputePort = {
    ...processor.disputes,
    submit: async (...answer) => {
      await meanwhile()
      return processor.disputes.submit(...answer)
    },
    accept: async (...answer) => {
      await meanwhile()
      return processor.disputes.accept(...answer)
    },
  }
  const [outcome] = await Promise.allSettled([
    first({ ...app.services, processor: { ...processor, disputes } }),
  ])
  return { first: outcome, second: outcomes[0] }
}

const beingAnswered = { status: 'rejected', reason: { data: { reason: 'being-answered' } } }

test('a second operator’s submission or concession in the same second is refused', async () => {
  for (const [first, second, state] of [
    [submitEvidence, submitEvidence, 'under_review'],
    [submitEvidence, acceptDispute, 'under_review'],
    [acceptDispute, submitEvidence, 'lost'],
  ] as const) {
    const { id, atStripe } = await disputed()
    const both = await duringAnswer(
      (services) => first(services, id),
      () => second(app.services, id),
    )
    expect(both).toMatchObject({ first: { status: 'fulfilled' }, second: beingAnswered })
    expect(await app.dispute(atStripe)).toMatchObject({ state, submissions: state === 'lost' ? 0 : 1 })
    expect(
      (await app.history(id)).filter((kind) => kind === 'evidence-submitted' || kind === 'accepted'),
    ).toEqual([state === 'lost' ? 'accepted' : 'evidence-submitted'])
  }
})

test('a response whose process was killed can be started again after five minutes', async () => {
  const { id } = await disputed()
  const { database, clock } = app.deps
  const until = clock.now().add({ minutes: 5 }).toString()
  await database.updateTable('dispute').set({ answering_until: until }).where('id', '=', id).execute()
  await expect(submitEvidence(app.services, id)).rejects.toMatchObject(beingAnswered.reason)
  app.travelTo(until)
  expect(await submitEvidence(app.services, id)).toMatchObject({ result: 'sent' })
})
