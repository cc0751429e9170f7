/**
 * The kind of a property. `price` is an amount in units of its currency, rounded to two decimals (spec §9); `path` a
 * path of the shop without query and fragment; `hash` a SHA-256 in hex and `hashes` the hashed account info of spec §3;
 * `products` the lines of a list.
 */
export type PropertyKind =
  | 'text'
  | 'path'
  | 'price'
  | 'count'
  | 'flag'
  | 'email'
  | 'hash'
  | 'hashes'
  | 'currency'
  | 'products'

/** The hashed account info of spec §3, normalized by spec §5; what is unknown is missing. */
export interface IdentityHashes {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly phone?: string
  readonly zip?: string
  readonly city?: string
  readonly state?: string
}

/** One line of a list of products; `sku` is the plan's code (spec §3). */
export interface TrackedProduct {
  readonly sku: string
  readonly name?: string
  readonly category?: string
  readonly variant?: string
  readonly price?: number
  readonly quantity?: number
  readonly position?: number
}

interface ValueOf {
  readonly text: string
  readonly path: string
  readonly price: number
  readonly count: number
  readonly flag: boolean
  readonly email: string
  readonly hash: string
  readonly hashes: IdentityHashes
  readonly currency: string
  readonly products: readonly TrackedProduct[]
}

type Properties = Readonly<Record<string, PropertyKind>>

/**
 * Who reports an event. What both may report (an order, which the browser knows of when it is placed and the server when
 * it renews) has an id that follows from its subject, so that it counts once.
 */
type Reporter = 'browser' | 'server'

interface PlannedEvent {
  readonly about: string
  readonly by: readonly Reporter[]
  /**
   * Delivered to advertisers too, in addition to the shop's own warehouse and web analytics, unless it reveals health
   * data.
   */
  readonly advertises: boolean
  readonly properties: Properties
}

const product = {
  sku: 'text', name: 'text', category: 'text', variant: 'text', price: 'price', quantity: 'count',
  currency: 'currency', value: 'price',
} as const satisfies Properties // prettier-ignore

const list = { list_id: 'text', category: 'text', products: 'products' } as const satisfies Properties

const totals = {
  value: 'price', subtotal: 'price', discount: 'price', shipping: 'price', tax: 'price', total: 'price',
  revenue: 'price', coupon: 'text', currency: 'currency', products: 'products',
} as const satisfies Properties // prettier-ignore

const coupon = { coupon_name: 'text', discount: 'price', reason: 'text', currency: 'currency' } as const satisfies Properties // prettier-ignore

const subscription = {
  subscription_id: 'text', sku: 'text', quantity: 'count', interval_months: 'count', price: 'price',
  currency: 'currency', change: 'text', reason: 'text',
} as const satisfies Properties // prettier-ignore

const payment = {
  subscription_id: 'text', sku: 'text', order_id: 'text', value: 'price', currency: 'currency', attempt: 'count',
} as const satisfies Properties // prettier-ignore

const browser = ['browser'] as const
const server = ['server'] as const

/** Every event that is reported, with all its properties; anything else in a message is dropped. */
export const trackingPlan = {
  'Page Viewed': {
    about: 'A page was opened; a message of type `page`, its name the title.',
    by: browser,
    advertises: true,
    properties: { path: 'path', referrer: 'text', title: 'text' },
  },
  'Product List Viewed': { about: 'Several products were shown.', by: browser, advertises: false, properties: list },
  'Product Viewed': { about: 'The page of one product was opened.', by: browser, advertises: true, properties: product },
  'Product Added': { about: 'Something was put into the cart.', by: browser, advertises: true, properties: product },
  'Product Removed': { about: 'An item was removed from the cart.', by: browser, advertises: false, properties: product },
  'Cart Viewed': { about: 'The cart was opened.', by: browser, advertises: false, properties: totals },
  'Checkout Started': { about: 'The checkout was opened.', by: browser, advertises: true, properties: totals },
  'Coupon Entered': { about: 'A code was sent.', by: browser, advertises: false, properties: coupon },
  'Coupon Applied': { about: 'A code takes something off.', by: browser, advertises: false, properties: coupon },
  'Coupon Denied': { about: 'A code takes nothing off, and why.', by: browser, advertises: false, properties: coupon },
  'Coupon Removed': { about: 'A code was taken off.', by: browser, advertises: false, properties: coupon },
  'Order Completed': {
    about: 'An order was paid: the first one by the browser, renewals by the server. Its id follows from the order.',
    by: ['browser', 'server'],
    advertises: true,
    properties: { ...totals, order_id: 'text', renewal: 'flag' },
  },
  'Order Refunded': {
    about: 'Money went back to the card.',
    by: server,
    advertises: false,
    properties: { order_id: 'text', value: 'price', currency: 'currency' },
  },
  'Subscription Started': { about: 'A subscription began.', by: server, advertises: false, properties: subscription },
  'Subscription Changed': { about: 'Plan, amount, date or address changed.', by: server, advertises: false, properties: subscription },
  'Subscription Paused': { about: 'A subscription rests.', by: server, advertises: false, properties: subscription },
  'Subscription Resumed': { about: 'A pause ended.', by: server, advertises: false, properties: subscription },
  'Subscription Canceled': { about: 'A subscription was ended.', by: server, advertises: false, properties: subscription },
  'Subscription Reactivated': { about: 'An ended subscription began again.', by: server, advertises: false, properties: subscription },
  'Payment Failed': { about: 'The card of a renewal was refused.', by: server, advertises: false, properties: payment },
  'Payment Recovered': { about: 'A renewal was paid after a refusal.', by: server, advertises: false, properties: payment },
  'Email Submitted': {
    about: 'An address was entered for the newsletter (spec §5).',
    by: browser,
    advertises: true,
    properties: { email: 'email', hashed_email: 'hash', hashed_account_info: 'hashes', path: 'path' },
  },
  Logout: { about: 'Somebody signed out (spec §4).', by: browser, advertises: false, properties: { path: 'path' } },
  'Site Down': {
    about: 'A page could not be drawn (spec §8).',
    by: browser,
    advertises: false,
    properties: { page: 'path' },
  },
  'Experiment Viewed': {
    about: 'Somebody met a variant for the first time.',
    by: browser,
    advertises: false,
    properties: { experiment_name: 'text', variation_name: 'text' },
  },
} as const satisfies Readonly<Record<string, PlannedEvent>> // prettier-ignore

export type EventName = keyof typeof trackingPlan

type PlannedProperties<E extends EventName> = (typeof trackingPlan)[E]['properties']

/** The properties of an event, as its code writes them. */
export type EventProperties<E extends EventName> = {
  readonly [K in keyof PlannedProperties<E>]?: PlannedProperties<E>[K] extends PropertyKind
    ? ValueOf[PlannedProperties<E>[K]]
    : never
}

/** Events that browsers report; the collector drops all others. */
export type BrowserEvent = {
  [E in EventName]: (typeof trackingPlan)[E]['by'] extends readonly (infer By)[]
    ? 'browser' extends By
      ? E
      : never
    : never
}[EventName]

export const isPlanned = (name: string): name is EventName => Object.hasOwn(trackingPlan, name)

/** The id of the message about an order, from browser or server, so that it counts once. */
export const orderMessageId = (orderNumber: string): string => `order-completed-${orderNumber}`

/** Most messages of one batch (spec §9). */
export const maxBatchSize = 10
