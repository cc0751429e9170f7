import { giftCode } from '#cart/rules/gift-plan.ts'
import { sumCents } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'

interface Share {
  readonly code: string
  readonly reason: string
  readonly cents: Cents
}

interface Line {
  readonly planCode: string
  readonly subtotalCents: Cents
  readonly discountCents: Cents
  readonly discounts: readonly Share[]
  readonly taxCents: Cents
}

/** The totals of a purchase; total = subtotal − discount + shipping + tax. */
interface PurchaseTotals<L extends Line> {
  readonly lines: readonly L[]
  readonly discounts: readonly Share[]
  readonly subtotalCents: Cents
  readonly discountCents: Cents
  readonly shippingCents: Cents
  readonly taxCents: Cents
  readonly totalCents: Cents
  /** What credit pays of the total. */
  readonly creditCents: Cents
}

/** One of the orders of a purchase, with the positions of its lines in the whole purchase. */
export interface OrderPart<L extends Line> extends PurchaseTotals<L> {
  readonly kind: 'purchase' | 'gift'
}

const giftTotals = <L extends Line>(lines: readonly L[]): Omit<PurchaseTotals<L>, 'creditCents'> => {
  const subtotalCents = sumCents(lines.map((line) => line.subtotalCents))
  const discountCents = sumCents(lines.map((line) => line.discountCents))
  const taxCents = sumCents(lines.map((line) => line.taxCents))
  const totalCents = subtotalCents - discountCents + taxCents
  const discounts = lines.flatMap((line) => line.discounts)
  return { lines, discounts, subtotalCents, discountCents, shippingCents: 0, taxCents, totalCents }
}

const withoutShares = (discounts: readonly Share[], removed: readonly Share[]): Share[] =>
  discounts
    .map((share) => {
      const same = removed.filter(({ code, reason }) => code === share.code && reason === share.reason)
      return { ...share, cents: share.cents - sumCents(same.map(({ cents }) => cents)) }
    })
    .filter(({ cents }) => cents > 0)

/**
 * Splits a purchase into its orders: one, or the gift separately, since it ships on another day to somebody else. The
 * gift gets its own lines with their discounts and tax, the other order gets everything else, including shipping; the
 * parts always add up to the whole. A purchase of only a gift has the shipping. Credit pays the other order first.
 */
export const splitOrder = <L extends Line>(
  bought: PurchaseTotals<L>,
  hasGift: boolean,
): readonly OrderPart<L>[] => {
  const isGift = ({ planCode }: L): boolean => hasGift && planCode === giftCode
  const gifts = bought.lines.filter(isGift)
  if (gifts.length === 0) return [{ kind: 'purchase', ...bought }]
  if (gifts.length === bought.lines.length) return [{ kind: 'gift', ...bought }]
  const gift = giftTotals(gifts)
  const restCents = bought.totalCents - gift.totalCents
  const restCredit = Math.min(bought.creditCents, restCents)
  const rest: PurchaseTotals<L> = {
    lines: bought.lines.filter((line) => !isGift(line)),
    discounts: withoutShares(bought.discounts, gift.discounts),
    subtotalCents: bought.subtotalCents - gift.subtotalCents,
    discountCents: bought.discountCents - gift.discountCents,
    shippingCents: bought.shippingCents,
    taxCents: bought.taxCents - gift.taxCents,
    totalCents: restCents,
    creditCents: restCredit,
  }
  return [
    { kind: 'purchase', ...rest },
    { kind: 'gift', ...gift, creditCents: bought.creditCents - restCredit },
  ]
}
