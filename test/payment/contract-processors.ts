import type { ChargeOutcome } from '#payment/processor/server/processor.ts'
import { adaptersOf } from '../contracts/adapters.ts'
import { openSandboxTestProcessor } from './sandbox-test-processor.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'
import type { TestProcessor } from './test-processor.ts'

/** Every processor that implements the contract, or the one that `npm run contract` names. */
export const testProcessors = await adaptersOf<
  (options?: { readonly timeoutMs?: number }) => Promise<TestProcessor>
>('processor', [
  { name: 'sandbox', open: openSandboxTestProcessor },
  { name: 'stripe', open: openStripeTestProcessor },
])

export const succeededCard = (outcome: ChargeOutcome) => {
  if (outcome.state !== 'succeeded') throw new Error(`The charge is ${outcome.state}.`)
  return outcome
}

export const challengeOf = (outcome: ChargeOutcome) => {
  if (outcome.state !== 'challenge') throw new Error(`The charge is ${outcome.state}.`)
  return outcome
}
