import type { Pool } from 'pg'
import type { ProcessorCharge } from '../support/card-pages.ts'
import type { Outcome } from '../simulation/people.ts'
import type { SimulatedShop } from '../simulation/simulated-shop.ts'
import type { Fixture } from './fixture.ts'

/** The state after every action has ended, the due work is done, and nothing is open. */
export interface Outcomes {
  readonly fixture: Fixture
  readonly pool: Pool
  /** The processor's records. */
  readonly charges: readonly ProcessorCharge[]
  readonly shop: SimulatedShop
}

/** What an actor was promised, and the promises that turn out to be untrue. */
export interface ActionResult {
  /** The answer in a word or two; actions that end alike in all orders can be compared by it. */
  readonly summary: string
  readonly falseClaims: (outcomes: Outcomes) => Promise<readonly string[]>
}

/** The environment of an action: the process that runs it, and a connection that is never blocked. */
export interface ActionContext {
  readonly shop: SimulatedShop
  readonly fixture: Fixture
  readonly pool: Pool
}

/** Something that somebody does, or that the shop does by itself. */
export interface Action {
  readonly name: string
  /** What was there before, done before any action begins; two actions may need the same. */
  readonly prepare?: (context: ActionContext) => Promise<void>
  readonly run: (context: ActionContext) => Promise<ActionResult>
}

/** Got no answer that has to be kept. */
const noFalseClaims = async (): Promise<readonly string[]> => []

export const withoutClaims = (summary: string): ActionResult => ({ summary, falseClaims: noFalseClaims })

/** The words of a refusal; an answer is put into words by `answered`. */
export const toActionResult = <T>(
  outcome: Outcome<T>,
  onAnswer: (answer: T) => ActionResult,
): ActionResult => {
  switch (outcome.kind) {
    case 'answered':
      return onAnswer(outcome.answer)
    case 'refused':
      return withoutClaims(outcome.code)
    case 'interrupted':
      return withoutClaims('interrupted')
    default:
      return outcome satisfies never
  }
}
