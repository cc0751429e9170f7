import { Stripe } from 'stripe'
import { machineClock, type Clock } from '#platform/clock.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import { createStripeAdapter } from '#payment/processor/server/stripe-adapter.ts'
import { startStripe, type StandIn } from '../stripe/start-stripe.ts'
import { silent, type ContractCard, type LostAnswer, type TestProcessor } from './test-processor.ts'

const secretKey = 'sk_test_contract'
const webhookSecret = 'whsec_contract'

const methods: Record<ContractCard, string> = {
  approve: 'pm_card_visa',
  'no-funds': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  stolen: 'pm_card_visa_chargeDeclinedStolenCard',
  expired: 'pm_card_chargeDeclinedExpiredCard',
  challenge: 'pm_card_authenticationRequiredOnSetup',
  'renewal-no-funds': 'pm_card_chargeCustomerFail',
  'wrong-code': 'pm_card_chargeDeclinedIncorrectCvc',
  authenticate: 'pm_card_authenticationRequired',
}

/** The next such call loses its answer; a silent one waits until the client gives up. */
const loseAnswer = ({ faults }: StandIn, call: RegExp, how: LostAnswer): void => {
  if (how === 'silent') faults.hold(call, 'after')
  else faults.next(call, how === 'reset' ? 'cut_after' : 'cut_before')
}

const confirmation = /\/confirm$/
const refunding = /^POST \/v1\/refunds$/

const takenFor = async (stripe: Stripe, key: string): Promise<number> => {
  let sum = 0
  for await (const intent of stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })) {
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    if (intent.metadata['idempotency_key'] === key)
      sum += intent.amount_received - (charge?.amount_refunded ?? 0)
  }
  return sum
}

const webhookHolding = ({ events, webhooks }: StandIn, holding: string) => {
  const event = events().find((one) => JSON.stringify(one).includes(holding))
  if (!event) throw new Error(`No event holds ${holding}.`)
  const { body, header } = webhooks.signed(event.id)
  return { headers: { 'stripe-signature': header }, rawBody: body }
}

const answerChallenge = (
  { buyer }: StandIn,
  { processorCharge, url }: { readonly processorCharge: string; readonly url: string },
  answer: 'approve' | 'refuse',
): string => {
  if (answer === 'approve') buyer.authenticate(processorCharge)
  else buyer.failAuthentication(processorCharge)
  return url
}

/** The adapter for Stripe with the stand-in of Stripe's API. */
export const openStripeTestProcessor = async ({
  timeoutMs,
  clock = machineClock,
}: { timeoutMs?: number; clock?: Clock } = {}) => {
  const standIn = await startStripe({ clock, secretKey })
  const { host, port, url } = standIn
  // Only signs: a test sends the webhooks itself.
  standIn.webhooks.sendTo(url, [webhookSecret])
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })
  const processor = createStripeAdapter({
    settings: {
      secretKey,
      publishableKey: 'pk_test_contract',
      webhookSecrets: ['whsec_next', webhookSecret],
      apiBase: url,
    },
    outgoing: createOutgoing(),
    log: silent,
    machineClock: clock,
    timeoutMs,
  })
  const token = (card: keyof typeof methods): string => standIn.confirmationToken({ card: methods[card] })
  const testProcessor: TestProcessor = {
    processor,
    cardExpiry: { expMonth: 12, expYear: 2034 },
    token: async (card) => token(card),
    unluckyToken: async (how) => {
      loseAnswer(standIn, confirmation, how)
      return token('approve')
    },
    refundToken: async (how) => {
      if (how !== 'refused') loseAnswer(standIn, refunding, how)
      return token('approve')
    },
    // Stripe says of most refunds only later that the bank refused them; of a disputed charge it says so at once.
    refuseRefunds: (processorCharge) => void standIn.dashboard.openDispute(processorCharge),
    answerChallenge: async (challenge, answer) => answerChallenge(standIn, challenge, answer),
    takenFor: (key) => takenFor(stripe, key),
    takeOther: (key, sum) => standIn.dashboard.takeOther(key, sum),
    webhook: async (holding) => webhookHolding(standIn, holding),
    sign: (rawBody, secondsAgo) => ({
      'stripe-signature': stripe.webhooks.generateTestHeaderString({
        payload: rawBody,
        secret: webhookSecret,
        timestamp: Math.floor(clock.now().epochMilliseconds / 1_000) - secondsAgo,
      }),
    }),
    stop: standIn.close,
  }
  return { ...testProcessor, standIn, stripe }
}
