import type { ChargeOutcome } from '#payment/server/processor.ts'
import { openSandboxHouse } from './sandbox-house.ts'
import { openStripeHouse } from './stripe-house.ts'

/** Every processor that keeps to the contract. */
export const houses = [
  { name: 'sandbox', open: openSandboxHouse },
  { name: 'stripe', open: openStripeHouse },
]

export const succeededCard = (outcome: ChargeOutcome) => {
  if (outcome.state !== 'succeeded') throw new Error(`The charge is ${outcome.state}.`)
  return outcome
}

export const challengeOf = (outcome: ChargeOutcome) => {
  if (outcome.state !== 'challenge') throw new Error(`The charge is ${outcome.state}.`)
  return outcome
}
