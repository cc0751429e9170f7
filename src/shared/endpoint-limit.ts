/** How often something is allowed, and by what it is counted. */
export interface Budget {
  /** `network`: an IPv4 address or an IPv6 /64. `cart`, `email`: those that the request names. `account`: the member, the person of staff, the key, or the app. */
  readonly by: 'network' | 'cart' | 'email' | 'account'
  readonly max: number
  readonly seconds: number
  /** What one request uses: one, or one for each coupon code in it. */
  readonly counts?: 'calls' | 'codes'
  /** Counted over all endpoints with this budget together, not for each endpoint separately. */
  readonly shared?: true
  /** What happens at the limit: the request is refused, or has to pass a human check. */
  readonly above?: 'refuse' | 'check'
  /** Operators set `max` by a variable; the number here is its default. */
  readonly setting?: 'purchasesBeforeCheck'
}

const perMinute = (max: number): Budget => ({ by: 'network', max, seconds: 60 })

/** Purchases of a network within an hour after which the next one needs a human check. */
export const purchasesBeforeCheck = 20

/** The budgets that endpoints name; several endpoints that name the same one have it each, unless it is `shared`. */
export const budgets = {
  // A response says whether a guess was right, or a mail goes where a stranger says.
  guess: [perMinute(10)],
  // The same with a credential: a password, a token, a challenge.
  attempt: [perMinute(20)],
  // A link is viewed before it is used.
  link: [perMinute(40)],
  // Work for the shop, little to gain.
  lookup: [perMinute(60)],
  // Uploads, counted before they are read.
  upload: [perMinute(20)],
  // A mail to the shop.
  message: [perMinute(5)],
  // Proof of what strangers choose.
  consent: [perMinute(30)],
  events: [perMinute(300)],
  event: [perMinute(600)],
  preview: [perMinute(120), { by: 'cart', max: 120, seconds: 60 }],
  cart: [perMinute(120), { by: 'cart', max: 120, seconds: 60 }],
  // Over all endpoints that say whether a code applies. Five codes in one request are five guesses.
  codes: [
    { by: 'network', max: 60, seconds: 60, counts: 'codes', shared: true },
    { by: 'cart', max: 60, seconds: 600, counts: 'codes', shared: true },
  ],
  // Each response of a purchase reveals something about the e-mail and the card.
  purchase: [
    { by: 'network', max: 30, seconds: 60 },
    {
      by: 'network',
      max: purchasesBeforeCheck,
      seconds: 3600,
      above: 'check',
      setting: 'purchasesBeforeCheck',
    },
    { by: 'cart', max: 60, seconds: 3600 },
    // A form that is sent many times at once is one purchase; declined cards have limits of their own.
    { by: 'cart', max: 20, seconds: 3600, above: 'check' },
    { by: 'email', max: 20, seconds: 3600, above: 'check' },
  ],
  // Lists of the desk, which a file reads page by page: a thousand rows each.
  rows: [{ by: 'account', max: 1200, seconds: 60 }, perMinute(1200)],
  // A partner's program, over all endpoints of the partner API; `account` is its key or app.
  partner: [
    { by: 'account', max: 600, seconds: 60, shared: true },
    { by: 'network', max: 1200, seconds: 60, shared: true },
  ],
  // Each token of an app is a row.
  token: [{ by: 'network', max: 60, seconds: 60, shared: true }],
  change: [{ by: 'account', max: 120, seconds: 60 }, perMinute(240)],
} as const satisfies Record<string, readonly Budget[]>

export type BudgetName = keyof typeof budgets

/** The budgets of an endpoint, or the reason why it needs none. Every row of the endpoint table has one of both. */
export type EndpointLimit = readonly [BudgetName, ...BudgetName[]] | { readonly none: string }
