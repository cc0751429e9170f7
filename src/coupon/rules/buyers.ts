/** Who may use a coupon; each condition that is set has to hold. */
export interface CouponBuyers {
  /** Codes of countries to which the order ships; null for all. */
  readonly countries: readonly string[] | null
  readonly membersOnly: boolean
  /** Only people on the coupon's list. */
  readonly namedOnly: boolean
  /** Only a mailbox without an order. */
  readonly firstPurchase: boolean
  /** Plans of which none was ever bought; empty for no condition. */
  readonly neverBought: readonly string[]
  /** Plans of which one was bought; empty for no condition. */
  readonly bought: readonly string[]
  /** Plans of which one is subscribed to; empty for no condition. */
  readonly subscribed: readonly string[]
}

export const everybody: CouponBuyers = {
  countries: null,
  membersOnly: false,
  namedOnly: false,
  firstPurchase: false,
  neverBought: [],
  bought: [],
  subscribed: [],
}

/** What the shop knows of an e-mail. What only its owner may learn from is of the account itself, not of the mailbox. */
export interface BuyerHistory {
  /** Of the mailbox, in any spelling of it. */
  readonly hasOrders: boolean
  readonly boughtByMailbox: ReadonlySet<string>
  /** Of the account of the very e-mail. */
  readonly bought: ReadonlySet<string>
  readonly subscribed: ReadonlySet<string>
  /** Codes on whose lists the mailbox is. */
  readonly namedFor: ReadonlySet<string>
}

/** Who would use a code; null where nobody in particular asks. */
export interface CouponBuyer {
  /** Signed in, which proves the e-mail. */
  readonly isMember: boolean
  /** To which the order ships, as far as it is known. */
  readonly country: string
  /** Null while the e-mail is not known: what depends on it is decided with the purchase. */
  readonly history: BuyerHistory | null
}

export type BuyerRefusal =
  | 'other-country'
  | 'members-only'
  | 'not-named'
  | 'first-purchase'
  | 'bought-before'
  | 'not-bought'
  | 'not-subscribed'

interface JudgedBuyer {
  readonly code: string
  readonly buyers: CouponBuyers
  readonly buyer: CouponBuyer
}

const hasOne = (plans: readonly string[], known: ReadonlySet<string>): boolean =>
  plans.some((code) => known.has(code))

/** Only for members: what a visitor's e-mail has bought is never looked at to say yes. */
export const needsMember = ({ membersOnly, bought, subscribed }: CouponBuyers): boolean =>
  membersOnly || bought.length > 0 || subscribed.length > 0

/** Each fails only on what is known. */
export const buyerChecks: readonly (readonly [
  reason: BuyerRefusal,
  fails: (judged: JudgedBuyer, history: BuyerHistory | null) => boolean,
])[] = [
  ['other-country', ({ buyers, buyer }) => !(buyers.countries?.includes(buyer.country) ?? true)],
  ['members-only', ({ buyers, buyer }) => needsMember(buyers) && !buyer.isMember],
  ['not-named', ({ code, buyers }, known) => buyers.namedOnly && known?.namedFor.has(code) === false],
  ['first-purchase', ({ buyers }, known) => buyers.firstPurchase && known?.hasOrders === true],
  [
    'bought-before',
    ({ buyers }, known) => known !== null && hasOne(buyers.neverBought, known.boughtByMailbox),
  ],
  [
    'not-bought',
    ({ buyers: { bought } }, known) => known !== null && bought.length > 0 && !hasOne(bought, known.bought),
  ],
  [
    'not-subscribed',
    ({ buyers: { subscribed } }, known) =>
      known !== null && subscribed.length > 0 && !hasOne(subscribed, known.subscribed),
  ],
]

/** Whether the history of an e-mail has to be read. */
export const needsHistory = ({ namedOnly, firstPurchase, neverBought, bought, subscribed }: CouponBuyers) =>
  namedOnly || firstPurchase || [neverBought, bought, subscribed].some((plans) => plans.length > 0)

/** Whether a code for new buyers counts once for each of them, like one that says so itself. */
export const areNew = ({ firstPurchase, neverBought }: CouponBuyers): boolean =>
  firstPurchase || neverBought.length > 0

const ofEmail = new Set<string>([
  'already-used',
  'not-named',
  'first-purchase',
  'bought-before',
  'not-bought',
  'not-subscribed',
])

/**
 * What a buyer reads. Who has not proven the e-mail reads only that the code does not go with it, whichever condition of
 * the e-mail it was.
 */
export const shownRefusal = <Reason extends string>(
  reason: Reason,
  isMember: boolean,
): Reason | 'not-for-email' => (!isMember && ofEmail.has(reason) ? 'not-for-email' : reason)
