import type { ChargeOutcome } from '#payment/processor/server/processor.ts'
import { openSandboxTestProcessor } from './sandbox-test-processor.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'

/** Every processor that implements the contract. */
export const testProcessors = [
  { name: 'sandbox', open: openSandboxTestProcessor },
  { name: 'stripe', open: openStripeTestProcessor },
]

export const succeededCard = (outcome: ChargeOutcome) => {
  if (outcome.state !== 'succeeded') throw new Error(`The charge is ${outcome.state}.`)
  return outcome
}

export const challengeOf = (outcome: ChargeOutcome) => {
  if (outcome.state !== 'challenge') throw new Error(`The charge is ${outcome.state}.`)
  return outcome
}
