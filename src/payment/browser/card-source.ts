import type { Currency } from '#shared/money.ts'
/** A card as a token of the processor, or the message why it was refused. */
export type TakenCard = { readonly token: string } | { readonly message: string }

/** A card field that the processor's own code draws; the shop's page never sees a number. */
export interface CardSource {
  /** Requests a new token for the entered card. Never rejects; the field itself marks and focuses what is wrong. */
  readonly take: () => Promise<TakenCard>
  /** The amount that will be charged, if the field needs it. */
  readonly setAmount: (cents: number) => void
  readonly remove: () => void
}

/** The purpose of the field. */
export interface CardTerms {
  readonly amountCents: number
  readonly currency: Currency
  /** Whether the card is saved for renewals. */
  readonly savesCard: boolean
}

/** What the page says about its card field, in its language. */
export const cardText = (about: 'Title' | 'Check' | 'NoAnswer'): string =>
  document.querySelector<HTMLElement>('[data-card-field]')?.dataset[`card${about}`] ?? ''
