import { withRefusalMessage } from '#coupon/rules/coupon-messages.ts'
import { areTotalsShown } from '#pricing/rules/shown-totals.ts'
import type { ShownTotals } from '#pricing/rules/shown-totals.ts'
import { toPayCents, totalChanged } from '#pricing/rules/totals.ts'
import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import type { Quote } from './quote.ts'

/** A purchase, with what the duplicate check needs. */
interface PlacedPurchase {
  readonly email: string
  readonly lines: readonly { readonly planCode: string; readonly quantity: number }[]
  readonly at: Temporal.Instant
}

/** An earlier purchase, or one that is in flight. */
interface EarlierPurchase extends PlacedPurchase {
  /** Its payment is in flight or its outcome is unknown: then it counts, no matter when it started. */
  readonly isUndecided: boolean
  /** The same browser sent it. */
  readonly isOwn: boolean
}

const windowSeconds = 60

const contents = (lines: PlacedPurchase['lines']): string =>
  lines
    .map(({ planCode, quantity }) => `${planCode}:${quantity}`)
    .toSorted()
    .join()

/**
 * The same e-mail ordered the same lines less than a minute ago (spec §8, DUPLICATE_TRANSACTION_WARNING:
 * "Please wait a minute before trying again"), or is being charged for them at this moment.
 */
export const isDuplicatePurchase = (requested: PlacedPurchase, placed: readonly EarlierPurchase[]): boolean =>
  placed.some((earlier) => {
    const seconds = earlier.at.until(requested.at).total('seconds')
    return (
      earlier.email.trim().toLowerCase() === requested.email.trim().toLowerCase() &&
      contents(earlier.lines) === contents(requested.lines) &&
      // Below zero: it began later, and was placed while this one waited for its turn.
      (earlier.isUndecided || seconds < windowSeconds)
    )
  })

/** A line as the buyer's browser was shown it (spec §3). */
export interface ExpectedLine {
  readonly planCode: string
  readonly quantity: number
  /** Null for what is no price, undefined for a client that names none. */
  readonly unitPriceCents: Cents | null | undefined
}

/** Everything that decides whether a purchase is accepted. */
export interface PurchaseFacts {
  readonly quote: Quote
  readonly shown: ShownTotals
  readonly expectedLines: readonly ExpectedLine[] | undefined
  /** The sentences about renewals, as they would be agreed to now, and those that were shown where they come along. */
  readonly terms: readonly string[]
  readonly expectedTerms: readonly string[] | undefined
  /** Codes the request itself names; each of them has to count. */
  readonly namedCoupons: readonly string[]
  readonly email: string
  readonly hasCard: boolean
  /** The e-mail has an account and the buyer is not signed in to it. */
  readonly isForeignAccount: boolean
  readonly recent: readonly EarlierPurchase[]
  readonly now: Temporal.Instant
}

const couponRefused = (refused: readonly { readonly code: string; readonly reason: string }[]): ShopError =>
  new ShopError('INVALID_COUPON', {
    data: { refusals: refused.map(withRefusalMessage) },
  })

const matchesExpected = (quote: Quote, lines: readonly ExpectedLine[]): boolean => {
  const paid = quote.lines.filter((line) => line.unitPriceCents > 0)
  if (lines.length < paid.length) return false
  return lines.every((expected) => {
    const line = quote.lines.find(({ planCode }) => planCode === expected.planCode)
    if (!line || line.quantity !== expected.quantity) return false
    return expected.unitPriceCents === undefined || expected.unitPriceCents === line.unitPriceCents
  })
}

/** Totals of the browser are never used; when they differ from the shop's, the buyer sees the shop's before paying. */
const checkExpectations = (facts: PurchaseFacts): void => {
  const { quote } = facts
  const { currency, totals } = quote
  const named = quote.refusedCoupons.filter(({ code }) => facts.namedCoupons.includes(code))
  if (named.length > 0) throw couponRefused(named)
  const linesFit = facts.expectedLines === undefined || matchesExpected(quote, facts.expectedLines)
  const { terms, expectedTerms = terms } = facts
  const termsFit =
    terms.length === expectedTerms.length && terms.every((term) => expectedTerms.includes(term))
  if (areTotalsShown(facts.shown, totals, currency) && linesFit && termsFit) return
  if (quote.refusedCoupons.length > 0) throw couponRefused(quote.refusedCoupons)
  throw totalChanged(totals, currency)
}

/**
 * A guest whose first subscription has just created an account gets a message about it; in another browser the same
 * e-mail must sign in, and the message says nothing about the earlier purchase.
 */
const checkDuplicate = ({ quote, email, isForeignAccount, recent, now }: PurchaseFacts): void => {
  const requested = { email, lines: quote.lines, at: now }
  const needsSignIn = isForeignAccount && quote.renewals.length > 0
  const visible = needsSignIn ? recent.filter(({ isOwn }) => isOwn) : recent
  if (isDuplicatePurchase(requested, visible)) throw new ShopError('DUPLICATE_TRANSACTION_WARNING')
  if (needsSignIn) throw new ShopError('SIGN_IN_REQUIRED')
}

/**
 * Throws the first applicable error of spec §8; returns when the purchase is accepted. Order, for an existing address:
 * what the country accepts, codes and totals, duplicate purchase, whose account, card.
 */
export const decidePurchase = (facts: PurchaseFacts): void => {
  const { quote } = facts
  const refused = quote.refusedLines[0]
  if (refused) throw new ShopError(refused.error, { data: { plan_code: refused.planCode } })
  checkExpectations(facts)
  checkDuplicate(facts)
  const needsCard = toPayCents(quote.totals) > 0 || quote.renewals.length > 0
  if (needsCard && !facts.hasCard) {
    throw new ShopError('VALIDATION_ERROR', { fields: { card: 'Please enter a card.' } })
  }
}
