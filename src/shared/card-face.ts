/** What a payment method shows of itself. */
export interface CardFace {
  readonly brand: string
  readonly last4: string
}

/** The brand of what was paid by Link, Stripe’s wallet: it does not say which card or bank account is behind it. */
export const linkBrand = 'link'

export const isLink = ({ brand }: Pick<CardFace, 'brand'>): boolean => brand === linkBrand

/** Of a payment method that has no last month; it is never shown. */
export const noExpiry = { expMonth: 12, expYear: 9_999 } as const

interface Expiry {
  readonly expMonth: number
  readonly expYear: number
}

/** The last month as a reply has it; null for both where there is none. */
export const wireExpiry = ({ expMonth, expYear }: Expiry) =>
  expYear === noExpiry.expYear
    ? { exp_month: null, exp_year: null }
    : { exp_month: expMonth, exp_year: expYear }

interface WireExpiry {
  readonly exp_month: number | null
  readonly exp_year: number | null
}

/** `12/27`; null where there is no last month. */
export const shortExpiry = ({ exp_month: month, exp_year: year }: WireExpiry): string | null =>
  month === null || year === null ? null : `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`
