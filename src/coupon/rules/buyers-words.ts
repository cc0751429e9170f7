import type { CouponBuyers } from './buyers.ts'

const listed = (before: string, codes: readonly string[]): string[] =>
  codes.length === 0 ? [] : [`${before} ${codes.join(', ')}`]

/** The conditions of a coupon, each in words; none for everybody. */
export const buyersWords = (buyers: CouponBuyers): readonly string[] => [
  ...(buyers.firstPurchase ? ['first purchase only'] : []),
  ...(buyers.membersOnly ? ['members only'] : []),
  ...(buyers.namedOnly ? ['only people on its list'] : []),
  ...listed('ships to', buyers.countries ?? []),
  ...listed('never bought', buyers.neverBought),
  ...listed('bought', buyers.bought),
  ...listed('subscribed to', buyers.subscribed),
]
