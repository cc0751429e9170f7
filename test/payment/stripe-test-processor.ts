import { machineClock, type Clock } from '#platform/clock.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import { createStripeAdapter } from '#payment/server/stripe-adapter.ts'
import { startStripeServer } from '../support/stripe-server/stripe-server.ts'
import { createMailbox, silent, type ContractCard, type TestProcessor } from './test-processor.ts'

const secretKey = 'sk_test_contract'
const webhookSecret = 'whsec_contract'

const methods: Record<ContractCard | 'noRefunds', string> = {
  noRefunds: 'pm_card_refundFail',
  approve: 'pm_card_visa',
  'no-funds': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  stolen: 'pm_card_visa_chargeDeclinedStolenCard',
  expired: 'pm_card_chargeDeclinedExpiredCard',
  challenge: 'pm_card_authenticationRequiredOnSetup',
  'renewal-no-funds': 'pm_card_chargeCustomerFail',
}

/** The adapter for Stripe with a server that speaks its protocol. */
export const openStripeTestProcessor = async ({
  timeoutMs,
  clock = machineClock,
}: { timeoutMs?: number; clock?: Clock } = {}) => {
  const mailbox = createMailbox()
  const now = (): number => Math.floor(Date.now() / 1_000)
  const server = await startStripeServer({ secretKey, webhookSecret, onWebhook: mailbox.put, now })
  const processor = createStripeAdapter({
    settings: { secretKey, publishableKey: 'pk_test_contract', webhookSecret, apiBase: server.url },
    outgoing: createOutgoing(),
    log: silent,
    machineClock: clock,
    timeoutMs,
  })
  const testProcessor: TestProcessor = {
    processor,
    token: async (card) => server.confirmationToken(methods[card]),
    unluckyToken: async (how) => {
      server.misbehave('/confirm', how)
      return server.confirmationToken(methods.approve)
    },
    refundToken: async (how) => {
      if (how !== 'refused') server.misbehave('/refunds', how)
      return server.confirmationToken(how === 'refused' ? methods.noRefunds : methods.approve)
    },
    answerChallenge: async (url, answer) => {
      const reply = await fetch(`${url}?answer=${answer}`, { redirect: 'manual' })
      return reply.headers.get('location') ?? ''
    },
    takenFor: async (key) =>
      server
        .intents()
        .filter((intent) => intent.metadata['idempotency_key'] === key && intent.status === 'succeeded')
        .reduce((sum, intent) => sum + intent.amount - intent.refunded, 0),
    webhook: async (holding) => (await mailbox.find(holding))[0] ?? { headers: {}, rawBody: '' },
    sign: (rawBody, secondsAgo) => ({ 'stripe-signature': server.sign(rawBody, now() - secondsAgo) }),
    stop: () => server.stop(),
  }
  return { ...testProcessor, server }
}
