import { brand } from '#shared/brand.ts'
import {
  cutOffText,
  madeToOrderText,
  packingText,
  transitOf,
  transitText,
} from '#delivery/rules/delivery-times.ts'
import { countries, countryName, isCountryEligible } from '#location/rules/countries.ts'
import { parsePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/**
 * A part of a content text. Marks: `*Genus species*`, `[text](/address)`, `{price:code}`, `{monthly:code}`,
 * `{shipping:abroad}`, `{shipping:expedited}`, `{transit:method_code}`, `{packing}`, `{made-to-order}`, `{cut-off}`,
 * `{countries}`.
 */
export type InlinePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'species'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  /** The price of a plan, in total or per month; content never writes a price itself. */
  | { readonly kind: 'price'; readonly plan: string; readonly per: 'order' | 'month' }
  /** The fee of paid shipping, in the visitor's currency. */
  | { readonly kind: 'shipping'; readonly fee: 'abroad' | 'expedited' }

const markPattern =
  /\[([^\]]+)\]\(([^)\s]+)\)|\*([^*\n]+)\*|\{(price|monthly):([a-z0-9-]+)\}|\{(countries|packing|made-to-order|cut-off|transit:([a-z_]+)|shipping:(abroad|expedited))\}/g

const homeMarket = brand.home

/** The countries of delivery besides the home market, by name (spec §4). */
const countriesAbroad = (locale: Locale): string =>
  countries()
    .filter(({ code }) => code !== homeMarket && isCountryEligible(code))
    .map(({ code }) => countryName(code, locale))
    .toSorted((a, b) => a.localeCompare(b, formatsOf(locale)))
    .join(', ')

const pieceOf = (match: RegExpExecArray, locale: Locale): InlinePiece => {
  const [, linkText, href, species, per, plan, place, method, fee] = match
  if (place === 'countries') return { kind: 'text', text: countriesAbroad(locale) }
  if (place === 'packing') return { kind: 'text', text: packingText(locale) }
  if (place === 'cut-off') return { kind: 'text', text: cutOffText(locale) }
  if (place === 'made-to-order') return { kind: 'text', text: madeToOrderText(locale) }
  if (method !== undefined) return { kind: 'text', text: transitText(transitOf(method, homeMarket), locale) }
  if (fee === 'abroad' || fee === 'expedited') return { kind: 'shipping', fee }
  if (linkText !== undefined && href !== undefined) return { kind: 'link', text: linkText, href }
  if (species !== undefined) return { kind: 'species', text: species }
  return { kind: 'price', plan: plan ?? '', per: per === 'monthly' ? 'month' : 'order' }
}

/** Splits a content text into plain text and marks. */
export const inlinePieces = (text: string, locale: Locale = defaultLocale): InlinePiece[] => {
  const pieces: InlinePiece[] = []
  let from = 0
  for (const match of text.matchAll(markPattern)) {
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) })
    pieces.push(pieceOf(match, locale))
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** The fields of the plans endpoint that a price in a text needs. */
export interface PricedPlan {
  readonly price: string
  readonly currency: Currency
  readonly domesticAttributes: { readonly billingPeriodLength: number | null }
}

/** The amount of a `{price:…}` or `{monthly:…}`; the monthly price of a plan is exact by ruling 9. */
export const priceIn = (plan: PricedPlan, per: 'order' | 'month'): Cents => {
  const cents = parsePrice(plan.price, plan.currency)
  const months = plan.domesticAttributes.billingPeriodLength ?? 1
  return per === 'month' ? Math.round(cents / months) : cents
}
