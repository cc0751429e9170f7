/** What is known of the cards that were typed in of late. */
export interface CardTries {
  /** From the same network within the last hour, without those that paid. */
  readonly ofNetwork: number
  /** Declined for anybody within the last ten minutes. */
  readonly declinedOfShop: number
  /** From how many declined cards on the whole shop asks everybody. */
  readonly shopLimit: number
  /** Whether the request shows that a person makes it. */
  readonly isPerson: boolean
}

/** How long the cards of one network are remembered. */
export const networkSpan = Temporal.Duration.from({ hours: 1 })

/** How long declined cards of the whole shop are remembered. */
export const shopSpan = Temporal.Duration.from({ minutes: 10 })

/** A network may try so many cards before it is asked whether a person types them. */
export const freeTries = 3

/** And so many before new cards from it are refused for the rest of the hour; saved cards still pay. */
export const mostTries = 12

/** Whether the next card has to come with a check that a person types it. */
export const asksForPerson = ({
  ofNetwork,
  declinedOfShop,
  shopLimit,
}: Omit<CardTries, 'isPerson'>): boolean => ofNetwork >= freeTries || declinedOfShop >= shopLimit

/** What becomes of one more typed-in card. */
export const decideCardTry = (tries: CardTries): 'ask-processor' | 'check-person' | 'refuse' => {
  if (tries.ofNetwork >= mostTries) return 'refuse'
  return asksForPerson(tries) && !tries.isPerson ? 'check-person' : 'ask-processor'
}
