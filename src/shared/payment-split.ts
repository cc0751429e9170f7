import type { Cents } from './money.ts'

/** An amount as the part that a card pays, or gets back, and the part that is credit. */
export interface PaymentSplit {
  readonly cardCents: Cents
  readonly creditCents: Cents
}

/** Both parts together. */
export const splitSum = ({ cardCents, creditCents }: PaymentSplit): Cents => cardCents + creditCents
