/** How many cards may be tried before a human check is required. */
export interface CardLimits {
  /** Unpaid cards of one network or account within an hour; after four times as many its new cards are refused. */
  readonly network: number
  /** Declined cards of the whole shop within ten minutes. */
  readonly shop: number
}

/** Recent attempts with typed-in cards. */
export interface CardAttempts {
  /** From the same network within the last hour, without those that paid. */
  readonly ofNetwork: number
  /** Likewise by the same account, from any network; 0 for a visitor. */
  readonly ofAccount: number
  /** Declined for anybody within the last ten minutes. */
  readonly declinedOfShop: number
  readonly limits: CardLimits
  /** Whether the request shows that a person makes it. */
  readonly hasHumanCheck: boolean
}

/** How long the cards of one network or account are remembered. */
export const networkWindow = Temporal.Duration.from({ hours: 1 })

/** How long declined cards of the whole shop are counted. */
export const shopWindow = Temporal.Duration.from({ minutes: 10 })

/** From this many attempts on, new cards of a network or account are refused for the rest of the hour; saved cards still work. */
const maxAttempts = ({ network }: CardLimits): number => 4 * network

const ofPerson = ({ ofNetwork, ofAccount }: Pick<CardAttempts, 'ofNetwork' | 'ofAccount'>): number =>
  Math.max(ofNetwork, ofAccount)

/** Whether the next card has to come with a check that a person types it. */
export const requiresHumanCheck = (attempts: Omit<CardAttempts, 'hasHumanCheck'>): boolean =>
  ofPerson(attempts) >= attempts.limits.network || attempts.declinedOfShop >= attempts.limits.shop

/** The decision about one more entered card. */
export const decideCardAttempt = (
  attempts: CardAttempts,
): 'request-charge' | 'require-human-check' | 'refuse' => {
  if (ofPerson(attempts) >= maxAttempts(attempts.limits)) return 'refuse'
  return requiresHumanCheck(attempts) && !attempts.hasHumanCheck ? 'require-human-check' : 'request-charge'
}
