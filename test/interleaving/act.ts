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
export interface Told {
  /** The answer in a word or two; acts that end alike in all orders can be compared by it. */
  readonly words: string
  readonly untrue: (outcomes: Outcomes) => Promise<readonly string[]>
}

/** What an act works on: the process that carries it out, and a connection that is never held back. */
export interface Scene {
  readonly shop: SimulatedShop
  readonly fixture: Fixture
  readonly pool: Pool
}

/** Something that somebody does, or that the shop does by itself. */
export interface Act {
  readonly name: string
  readonly run: (scene: Scene) => Promise<Told>
}

/** Told nothing that has to come true. */
const toldNothing = async (): Promise<readonly string[]> => []

export const quiet = (words: string): Told => ({ words, untrue: toldNothing })

/** The words of a refusal; an answer is put into words by `answered`. */
export const told = <T>(outcome: Outcome<T>, answered: (answer: T) => Told): Told => {
  switch (outcome.kind) {
    case 'answered':
      return answered(outcome.answer)
    case 'refused':
      return quiet(outcome.code)
    case 'cut':
      return quiet('cut')
    default:
      return outcome satisfies never
  }
}
