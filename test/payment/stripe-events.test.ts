import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openGuestAccount } from '#account/server/accounts.ts'
import { cardExpiryStatus } from '#payment/card/rules/card.ts'
import {
  chargesFor,
  listSavedCards,
  openCharge,
  recordOutcome,
  requestCharge,
  savePaymentMethod,
} from '#payment/charge/server/payments.ts'
import type { OpenCharge } from '#payment/charge/server/payments.ts'
import { reconcile } from '#payment/server/reconciliations.ts'
import { receiveWebhook } from '#payment/server/settlement.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openTestDeps } from '../support/test-deps.ts'
import { challengeOf, succeededCard } from './contract-processors.ts'
import { draftOf } from './payment-app.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'
import { knownOf, purchaseOf } from './test-processor.ts'

let stripe: Awaited<ReturnType<typeof openStripeTestProcessor>>
let shop: Awaited<ReturnType<typeof openTestDeps>>

beforeAll(async () => {
  stripe = await openStripeTestProcessor({ timeoutMs: 4_000 })
})
afterAll(() => stripe.stop())
beforeEach(async () => {
  shop = await openTestDeps()
})
afterEach(() => shop.close())

const services = () => ({ deps: shop.deps, processor: stripe.processor })

const receive = async (holding: string) =>
  receiveWebhook(services(), async () => undefined, {
    processor: 'stripe',
    ...(await stripe.webhook(holding)),
  })

/** A member who has paid with a card of Stripe, which is saved. */
const memberWithCard = async () => {
  const accountId = await inTransaction(shop.deps, async (tx) => {
    const guest = { email: 'june@example.com', firstName: 'June', lastName: 'Ito', phone: '' }
    return (await openGuestAccount(tx, guest)).accountId
  })
  const draft = draftOf(await stripe.token('approve'), { accountId })
  const opened = await inTransaction(shop.deps, (tx) => openCharge(tx, 'stripe', draft))
  const outcome = await requestCharge(services(), opened)
  await inTransaction(shop.deps, async (tx) => {
    const { charge } = await recordOutcome(tx, opened.id, outcome)
    await savePaymentMethod(tx, accountId, charge)
  })
  const [charge] = await chargesFor(shop.deps.database, 'purchase', draft.purposeId)
  return { accountId, method: charge?.card?.processorMethod ?? '', intent: charge?.processorCharge ?? '' }
}

test('a card renewed by the bank is shown with its new data, and is no longer expiring', async () => {
  const { accountId, method } = await memberWithCard()
  const fresh = { last4: '7777', exp_month: 3, exp_year: 2041 }
  stripe.standIn.dashboard.updateCard(method, fresh)
  expect(await receive('payment_method.automatically_updated')).toBe('accepted')
  const [card] = await listSavedCards(shop.deps.database, accountId)
  expect(card).toMatchObject({ last4: '7777', expMonth: 3, expYear: 2041, processorMethod: method })
  const inTheEndOfTheOldOne = Temporal.PlainDate.from('2035-01-01')
  expect(card && cardExpiryStatus(card, inTheEndOfTheOldOne)).toBe('good')
})

test('while Stripe does not answer, the webhook is not accepted and comes again', async () => {
  const { accountId, method } = await memberWithCard()
  stripe.standIn.dashboard.updateCard(method, { last4: '8888', exp_month: 4, exp_year: 2042 })
  const event = stripe.standIn.events().findLast((one) => JSON.stringify(one).includes(method))
  const { body, header } = stripe.standIn.webhooks.signed(event?.id ?? '')
  const again = () =>
    receiveWebhook(services(), async () => undefined, {
      processor: 'stripe',
      headers: { 'stripe-signature': header },
      rawBody: body,
    })
  stripe.standIn.faults.next(/^GET \/v1\/payment_methods/, 'error_before')
  await expect(again()).rejects.toMatchObject({ code: 'SHOP_BUSY' })
  expect(await again()).toBe('accepted')
  expect(await listSavedCards(shop.deps.database, accountId)).toMatchObject([{ last4: '8888' }])
})

test('a renewal confirmed later matches Stripe’s records, which list it on the day of the first attempt', async () => {
  const first = purchaseOf(await stripe.token('authenticate'))
  const requested = challengeOf(await stripe.processor.charge(first))
  await stripe.answerChallenge(requested, 'approve')
  const { card } = succeededCard(await stripe.processor.check(knownOf(first, requested.processorCharge)))
  const processorMethod = card.processorMethod ?? ''
  const { processorCustomer } = card
  const attempt = async (draft: OpenCharge) => {
    const opened = await inTransaction(shop.deps, (tx) => openCharge(tx, 'stripe', draft))
    const outcome = await requestCharge(services(), opened)
    return (await inTransaction(shop.deps, (tx) => recordOutcome(tx, opened.id, outcome))).charge
  }
  const draft = draftOf('', { purpose: 'renewal', processorCustomer })
  const source = { kind: 'saved', processorMethod } as const
  const declined = await attempt({ ...draft, source, offSession: true })
  expect(declined.decline?.kind).toBe('authenticate')
  const processorCharge = declined.processorCharge ?? ''
  const again = { kind: 'declined-charge', processorCharge, processorMethod } as const
  const confirmed = await attempt({ ...draft, source: again, attempt: 2 })
  expect(confirmed).toMatchObject({ state: 'challenge', processorCharge })
  const period = { from: shop.deps.clock.now(), to: shop.deps.clock.now().add({ hours: 1 }) }
  await stripe.answerChallenge({ processorCharge, url: '' }, 'approve')
  // The webhook names the later attempt, by the intent's metadata.
  expect(await receive(`"idempotency_key":"${confirmed.request.idempotencyKey}"`)).toBe('accepted')
  const [paid] = await chargesFor(shop.deps.database, 'renewal', draft.purposeId)
  expect(paid).toMatchObject({ id: confirmed.id, state: 'succeeded' })
  expect(await reconcile(services(), period)).toMatchObject({ charges: 1, disagreements: [] })
})
