export interface ReviewRequestFacts {
  /** Of the shipment, as far as its buyer may review them. */
  readonly delivered: readonly string[]
  /** Whether any part of the order was canceled, refunded, sent back or reported. */
  readonly hadTrouble: boolean
  /** Whether its buyer wants such mails. */
  readonly isWanted: boolean
  /** What its buyer has written about. */
  readonly reviewed: readonly string[]
}

/** The products that a buyer may be asked about; whom nobody may ask, about none. */
export const productsToAskAbout = ({
  delivered,
  hadTrouble,
  isWanted,
  reviewed,
}: ReviewRequestFacts): readonly string[] =>
  hadTrouble || !isWanted ? [] : delivered.filter((product) => !reviewed.includes(product))
