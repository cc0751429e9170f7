import type { Pool } from 'pg'
import type { ProcessorCharge } from '../support/card-pages.ts'
import type { Outcome } from '../simulation/people.ts'
import type { SimulatedShop } from '../simulation/simulated-shop.ts'
import type { Fixture } from './fixture.ts'

/** How things are once every act has ended, the due work is done, and nothing is open. */
export interface Outcomes {
  readonly fixture: Fixture
  readonly pool: Pool
  /** What the processor has in its books. */
  readonly charges: readonly ProcessorCharge[]
  readonly shop: SimulatedShop
}

/** What an actor was told, and the sentences of it that turn out to be untrue. */
export interface ActionResult {
  /** The answer in a word or two; acts that end alike in all orders can be compared by it. */
  readonly summary: string
  readonly falseClaims: (outcomes: Outcomes) => Promise<readonly string[]>
}

/** What an act works on: the process that carries it out, and a connection that is never held back. */
export interface ActionContext {
  readonly shop: SimulatedShop
  readonly fixture: Fixture
  readonly pool: Pool
}

/** Something that somebody does, or that the shop does by itself. */
export interface Action {
  readonly name: string
  readonly run: (context: ActionContext) => Promise<ActionResult>
}

/** Told nothing that has to come true. */
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
