import type { DiscountShare } from '#pricing/rules/quote.ts'
import { splitTax } from '#pricing/rules/order-tax.ts'
import type { OrderTax } from '#pricing/rules/order-tax.ts'
import { totalsOf } from '#pricing/rules/line-amounts.ts'
import type { LineAmounts } from '#pricing/rules/line-amounts.ts'
import { paidWithCredit, withoutPart } from '#pricing/rules/totals.ts'
import type { Totals } from '#pricing/rules/totals.ts'
import { sumCents } from '#shared/money.ts'

interface Line extends LineAmounts {
  readonly planCode: string
  readonly discounts: readonly DiscountShare[]
}

/** A purchase as far as its price goes. */
interface PricedPurchase<L extends Line> {
  readonly lines: readonly L[]
  readonly discounts: readonly DiscountShare[]
  readonly totals: Totals
  readonly tax: OrderTax | null
}

/** One of the orders of a purchase, with the positions of its lines in the whole purchase. */
export interface OrderPart<L extends Line> extends PricedPurchase<L> {
  readonly kind: 'purchase' | 'gift'
}

const withoutShares = (
  discounts: readonly DiscountShare[],
  removed: readonly DiscountShare[],
): DiscountShare[] =>
  discounts
    .map((share) => {
      const same = removed.filter(({ code, reason }) => code === share.code && reason === share.reason)
      return { ...share, cents: share.cents - sumCents(same.map(({ cents }) => cents)) }
    })
    .filter(({ cents }) => cents > 0)

/**
 * Splits a purchase into its orders: one, or the gift separately, since it ships on another day to somebody else. The
 * gift gets its own lines with their discounts and tax, by jurisdiction in proportion, the other order gets everything else, including shipping; the
 * parts always add up to the whole. A purchase of only a gift has the shipping. Credit pays the other order first. `giftCodes` are the plans that
 * are bought for somebody else; empty for a purchase without a recipient.
 */
export const splitOrder = <L extends Line>(
  bought: PricedPurchase<L>,
  giftCodes: ReadonlySet<string>,
): readonly OrderPart<L>[] => {
  const isGift = ({ planCode }: L): boolean => giftCodes.has(planCode)
  const gifts = bought.lines.filter(isGift)
  if (gifts.length === 0) return [{ kind: 'purchase', ...bought }]
  if (gifts.length === bought.lines.length) return [{ kind: 'gift', ...bought }]
  const gift = totalsOf(gifts, 0, 0)
  const giftDiscounts = gifts.flatMap((line) => line.discounts)
  const { totals } = bought
  const rest = paidWithCredit(withoutPart(totals, gift), totals.creditCents)
  const giftCredit = totals.creditCents - rest.creditCents
  const tax = bought.tax && splitTax(bought.tax, gift.taxCents)
  const restLines = bought.lines.filter((line) => !isGift(line))
  const restDiscounts = withoutShares(bought.discounts, giftDiscounts)
  return [
    { kind: 'purchase', lines: restLines, discounts: restDiscounts, totals: rest, tax: tax?.rest ?? null },
    {
      kind: 'gift',
      lines: gifts,
      discounts: giftDiscounts,
      totals: paidWithCredit(gift, giftCredit),
      tax: tax?.part ?? null,
    },
  ]
}
