/** A row of the sum, in minor units. */
export interface WalletLine {
  readonly label: string
  readonly amount: number
}

/** A way of shipping to choose from. */
export interface WalletShipping extends WalletLine {
  readonly id: string
  /** When it arrives; `''` when that is not known. */
  readonly detail: string
}

/** A subscription that the purchase starts, by its first renewal. */
export interface WalletRenewal extends WalletLine {
  readonly months: number
  /** ISO date. */
  readonly first_on: string
}

/** What a wallet shows before its buyer confirms. */
export interface WalletOffer {
  readonly currency: string
  readonly total: number
  readonly lines: readonly WalletLine[]
  readonly shipping: readonly WalletShipping[]
  readonly shipping_id: string
  /** The sentences about renewals. */
  readonly terms: readonly string[]
  readonly renewals: readonly WalletRenewal[]
}

/** What a wallet says of the destination before the buyer confirms. */
export interface WalletPlace {
  readonly country: string
  readonly state: string
  readonly postal_code: string
}

/** What a buyer confirmed in the wallet. */
export interface ApprovedWallet {
  readonly token: string
  readonly email: string
  readonly contact: {
    readonly name: string
    readonly phone: string
    readonly address: WalletPlace & {
      readonly line1: string
      readonly line2: string | null
      readonly city: string
    }
  }
}

/** Why there is nothing to show, or why nothing was bought: a sentence for the buyer. */
export interface WalletRefusal {
  readonly message: string
}

/** What a wallet asks its page. No call rejects. */
export interface WalletHost {
  /** The button was pressed. */
  readonly opened: () => Promise<WalletOffer | WalletRefusal>
  readonly placeChanged: (place: WalletPlace) => Promise<WalletOffer | WalletRefusal>
  readonly shippingChanged: (id: string) => Promise<WalletOffer | WalletRefusal>
  /** Null when the purchase continues elsewhere: on the page with its result, or at the bank's question. */
  readonly confirmed: (approved: ApprovedWallet) => Promise<WalletRefusal | null>
  /** The wallet itself failed, before anything was confirmed. */
  readonly failed: (refusal: WalletRefusal) => void
  readonly closed: () => void
  /** What the page says when the wallet does not answer. */
  readonly noAnswer: WalletRefusal
}

/** What the buttons are drawn with; the exact sum is calculated when one is pressed. */
export interface WalletTerms {
  readonly currency: string
  readonly amount: number
  /** Whether the means of payment is saved for renewals. */
  readonly saves: boolean
}

export interface WalletButtons {
  readonly setTerms: (terms: WalletTerms) => void
  readonly remove: () => void
}

export const isRefusal = (answer: WalletOffer | WalletRefusal): answer is WalletRefusal => 'message' in answer
