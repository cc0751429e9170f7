/** A card as a token of the processor's, or the sentence that says why there is none. */
export type TakenCard = { readonly token: string } | { readonly message: string }

/** A card field that the processor's own code draws; the shop's page never sees a number. */
export interface CardSource {
  /** Asks for a fresh token of what was typed. Never rejects; the field marks and focuses what is wrong itself. */
  readonly take: () => Promise<TakenCard>
  /** The sum that will be charged, where the field has to know it. */
  readonly setAmount: (cents: number) => void
  readonly remove: () => void
}

/** What the field is for. */
export interface CardTerms {
  readonly amountCents: number
  readonly currency: string
  /** Whether the card is kept for renewals. */
  readonly savesCard: boolean
}

export const cardMessages = {
  check: 'Kindly check the card details.',
  noAnswer: 'The card field did not answer. Kindly try again in a moment.',
} as const
