import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { accountInTest, errorOf, idOf } from './account-in-test.ts'

/** The id of a payment of 20.00 USD. */
const paid = async (stripe: Stripe, card = 'pm_card_visa'): Promise<string> => {
  const { id } = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    capture_method: 'automatic',
    payment_method: card,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  return id
}

const typesAfter = (events: readonly Stripe.Event[], count: number) =>
  events.slice(count).map((event) => event.type)

test('a payment is refunded in parts, and never above its amount', async () => {
  const { standIn, stripe } = await accountInTest()
  const payment_intent = await paid(stripe)
  const before = standIn.events().length
  const first = await stripe.refunds.create({
    payment_intent,
    amount: 500,
    reason: 'requested_by_customer',
    metadata: { order: '7' },
  })
  expect(first).toMatchObject({
    status: 'succeeded',
    amount: 500,
    payment_intent,
    reason: 'requested_by_customer',
    metadata: { order: '7' },
  })
  expect(await errorOf(stripe.refunds.create({ payment_intent, amount: 1501 }))).toMatchObject({
    statusCode: 400,
    param: 'amount',
    code: undefined,
    message: expect.stringContaining('greater than unrefunded amount on charge (15.00 USD)'),
  })
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 1500 })
  expect(await errorOf(stripe.refunds.create({ payment_intent }))).toMatchObject({
    statusCode: 400,
    code: 'charge_already_refunded',
  })
  expect(typesAfter(standIn.events(), before)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
  ])
  const { data } = await stripe.refunds.list({ payment_intent, expand: ['data.charge'] })
  expect(data).toMatchObject([
    { amount: 1500, charge: { amount_refunded: 2000, refunded: true } },
    { id: first.id },
  ])
  expect(await stripe.refunds.retrieve(first.id, { expand: ['balance_transaction'] })).toMatchObject({
    balance_transaction: { amount: -500, fee: 0, type: 'refund' },
  })
})

test('a refund belongs to one payment', async () => {
  const { stripe } = await accountInTest()
  const payment_intent = await paid(stripe)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment_intent)
  expect(await errorOf(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 })
  expect(await errorOf(stripe.refunds.create({ payment_intent, charge: idOf(charge) }))).toMatchObject({
    code: 'parameters_exclusive',
  })
  expect(await stripe.refunds.create({ charge: idOf(charge) })).toMatchObject({ amount: 2000 })
  const { id: unpaid } = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
  expect(await errorOf(stripe.refunds.create({ payment_intent: unpaid }))).toMatchObject({
    param: 'payment_intent',
  })
})

test('a refund is pending, and then succeeds', async () => {
  const { standIn, stripe } = await accountInTest()
  const refund = await stripe.refunds.create({ payment_intent: await paid(stripe, 'pm_card_pendingRefund') })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  standIn.catchUp()
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' })
  expect(
    standIn
      .events()
      .map((event) => event.type)
      .slice(-2),
  ).toEqual(['refund.updated', 'charge.refund.updated'])
})

test('a refund succeeds and then fails, and the money is available again', async () => {
  const { standIn, stripe } = await accountInTest()
  const payment_intent = await paid(stripe, 'pm_card_refundFail')
  const refund = await stripe.refunds.create({ payment_intent })
  expect(refund.status).toBe('succeeded')
  standIn.catchUp()
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  })
  expect(
    await stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge.refunds'] }),
  ).toMatchObject({
    latest_charge: { amount_refunded: 0, refunded: false, refunds: { data: [{ id: refund.id }] } },
  })
  expect(standIn.events().map((event) => event.type)).toContain('refund.failed')
})

test('a refund is made in the dashboard', async () => {
  const { standIn, stripe } = await accountInTest()
  const payment_intent = await paid(stripe)
  const { id } = standIn.dashboard.refund(payment_intent, 700)
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ amount: 700, metadata: {} })
  expect(standIn.events().at(-1)).toMatchObject({
    type: 'charge.refunded',
    request: { id: null, idempotency_key: null },
  })
  standIn.dashboard.failRefund(id, 'expired_or_canceled_card')
  expect(await stripe.refunds.retrieve(id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
})

test('a disputed payment is defended and won', async () => {
  const { standIn, stripe } = await accountInTest()
  const payment_intent = await paid(stripe, 'pm_card_createDispute')
  standIn.catchUp()
  const [dispute] = (await stripe.disputes.list({ payment_intent })).data
  expect(dispute).toMatchObject({
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 2000,
    is_charge_refundable: false,
    balance_transactions: [{ amount: -2000, fee: 1500, net: -3500 }],
  })
  expect(await errorOf(stripe.refunds.create({ payment_intent }))).toMatchObject({ code: 'charge_disputed' })
  const id = dispute?.id ?? ''
  expect(
    await stripe.disputes.update(id, { evidence: { customer_name: 'Ada' }, submit: false }),
  ).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: true, submission_count: 0 } })
  expect(
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } }),
  ).toMatchObject({
    status: 'under_review',
    evidence: { customer_name: 'Ada' },
    evidence_details: { submission_count: 1 },
  })
  expect(await errorOf(stripe.disputes.update(id, { evidence: { customer_name: 'Eve' } }))).toMatchObject({
    statusCode: 400,
  })
  standIn.catchUp()
  expect(await stripe.disputes.retrieve(id, { expand: ['charge'] })).toMatchObject({
    status: 'won',
    charge: { disputed: true },
  })
  expect(
    standIn
      .events()
      .map((event) => event.type)
      .filter((type) => type.startsWith('charge.dispute.')),
  ).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])
})

test('a dispute is conceded, lost or won by the bank’s decision', async () => {
  const { standIn, stripe } = await accountInTest()
  const open = async () =>
    standIn.dashboard.openDispute(await paid(stripe), { reason: 'duplicate', amount: 900 }).id
  const [given, lost, won] = [await open(), await open(), await open()]
  expect(await stripe.disputes.close(given)).toMatchObject({
    status: 'lost',
    amount: 900,
    reason: 'duplicate',
  })
  expect(await errorOf(stripe.disputes.close(given))).toMatchObject({ statusCode: 400 })
  standIn.dashboard.loseDispute(lost)
  standIn.dashboard.winDispute(won)
  expect(await stripe.disputes.retrieve(lost)).toMatchObject({
    status: 'lost',
    balance_transactions: [{ net: -2400 }],
  })
  expect(await stripe.disputes.retrieve(won)).toMatchObject({
    status: 'won',
    balance_transactions: [{ net: -2400 }, { net: 900 }],
  })
})

test('an inquiry takes no money, and the charge can be refunded', async () => {
  const { standIn, stripe } = await accountInTest()
  const payment_intent = await paid(stripe, 'pm_card_createDisputeInquiry')
  standIn.catchUp()
  const [inquiry] = (await stripe.disputes.list({ payment_intent })).data
  expect(inquiry).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
  })
  const id = inquiry?.id ?? ''
  await stripe.refunds.create({ payment_intent, amount: 500 })
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'warning_needs_response' })
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 1500 })
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'warning_closed' })
})

test('an inquiry is closed without a refund', async () => {
  const { standIn, stripe } = await accountInTest()
  const payment_intent = await paid(stripe, 'pm_card_createDisputeInquiry')
  standIn.catchUp()
  const [inquiry] = (await stripe.disputes.list({ payment_intent })).data
  expect(await stripe.disputes.close(inquiry?.id ?? '')).toMatchObject({ status: 'warning_closed' })
})

test('the issuer sends an early fraud warning', async () => {
  const { standIn, stripe } = await accountInTest()
  const payment_intent = await paid(stripe, 'pm_card_createIssuerFraudRecord')
  standIn.catchUp()
  const other = standIn.dashboard.warnOfFraud(await paid(stripe))
  const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent })
  expect(data).toMatchObject([{ actionable: true, payment_intent }])
  expect(await stripe.radar.earlyFraudWarnings.retrieve(other.id)).toMatchObject({ id: other.id })
  expect(standIn.events().at(-1)?.type).toBe('radar.early_fraud_warning.created')
})

test('the available balance is paid out, and the payout names its transactions', async () => {
  const { standIn, stripe, pass } = await accountInTest()
  const payment_intent = await paid(stripe)
  await stripe.refunds.create({ payment_intent, amount: 500 })
  expect(() => standIn.dashboard.payOut('usd')).toThrow('nothing to pay out')
  pass({ hours: 48 })
  await paid(stripe)
  // 20.00 less a fee of 0.88 and a refund of 5.00; the second payment is not available yet.
  const { id } = standIn.dashboard.payOut('usd')
  expect(await stripe.payouts.retrieve(id)).toMatchObject({
    amount: 1412,
    status: 'paid',
    reconciliation_status: 'completed',
  })
  const { data } = await stripe.balanceTransactions.list({ payout: id })
  expect(data.map((one) => [one.type, one.net])).toEqual([
    ['payout', -1412],
    ['refund', -500],
    ['charge', 1912],
  ])
  expect((await stripe.payouts.list({ status: 'paid' })).data).toHaveLength(1)
  expect(
    standIn
      .events()
      .map((event) => event.type)
      .slice(-3),
  ).toEqual(['payout.created', 'payout.paid', 'payout.reconciliation_completed'])
})

test('charges and their balance transactions are read', async () => {
  const { stripe } = await accountInTest()
  const payment_intent = await paid(stripe)
  const [charge] = (await stripe.charges.list({ payment_intent })).data
  expect(await stripe.charges.retrieve(charge?.id ?? '', { expand: ['payment_intent'] })).toMatchObject({
    payment_intent: { id: payment_intent },
    outcome: { network_status: 'approved_by_network' },
  })
  const transaction = await stripe.balanceTransactions.retrieve(idOf(charge?.balance_transaction), {
    expand: ['source'],
  })
  expect(transaction).toMatchObject({
    amount: 2000,
    fee: 88,
    status: 'pending',
    source: { object: 'charge' },
  })
})

test('events can be read for thirty days', async () => {
  const { standIn, stripe, pass } = await accountInTest()
  await paid(stripe)
  const { data } = await stripe.events.list({ types: ['payment_intent.*'] })
  expect(data.map((one) => one.type)).toEqual(['payment_intent.succeeded', 'payment_intent.created'])
  const [newest] = data
  expect(await stripe.events.retrieve(newest?.id ?? '')).toMatchObject({
    api_version: '2026-10-28.endive',
    request: { id: expect.stringMatching(/^req_/) },
  })
  expect(
    await errorOf(stripe.events.list({ type: 'refund.created', types: ['refund.failed'] })),
  ).toMatchObject({ code: 'parameters_exclusive' })
  pass({ hours: 30 * 24 })
  expect((await stripe.events.list()).data).toEqual([])
  expect(await errorOf(stripe.events.retrieve(newest?.id ?? ''))).toMatchObject({ statusCode: 404 })
  expect(standIn.events()).toHaveLength(3)
})
