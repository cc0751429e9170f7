import { expect, test } from 'vitest'
import { shopSource } from './source-files.ts'

const files = shopSource()

const pathsWith = (pattern: RegExp, under: RegExp = /^src\//): string[] =>
  files.filter(({ path, text }) => under.test(path) && pattern.test(text)).map(({ path }) => path)

/** A field of an interface or of a schema, which declares an amount once more. */
const declares = (field: string): RegExp =>
  new RegExp(String.raw`^\s*(?:readonly )?${field}\??: (?:Cents|number|Amount|Sums|z\.\w+\()`, 'm')

test('the totals of an order are declared once, and other types contain the complete set', () => {
  expect(pathsWith(declares('subtotalCents'))).toEqual([
    // A line as its checkout stores it; the release before reads it.
    'src/checkout/server/checkout-record.ts',
    'src/pricing/rules/order-price.ts',
    'src/pricing/rules/totals.ts',
  ])
  expect(pathsWith(declares('creditCents'))).toEqual([
    // What a client was shown may be no amount at all.
    'src/pricing/rules/shown-totals.ts',
    'src/pricing/rules/totals.ts',
    'src/shared/payment-split.ts',
  ])
  expect(pathsWith(/^\s*subtotal_cents: /m)).toEqual([
    'src/platform/schema.ts',
    'src/pricing/rules/totals.ts',
  ])
})

/** Rules that read or make prices of the wire, with the reason. */
const wireRules: ReadonlyMap<string, string> = new Map([
  ['src/cart/rules/tracked-cart.ts', 'reads replies in the browser'],
  ['src/catalogue/rules/catalogue-document.ts', 'reads and writes the document that people edit'],
  ['src/catalogue/rules/plan-rules.ts', 'reads the document that people edit'],
  ['src/catalogue/rules/plan.ts', 'wirePlan'],
  ['src/content/rules/inline-text.ts', 'reads plans of a reply'],
  ['src/coupon/rules/coupon-messages.ts', 'wireDiscount'],
  ['src/coupon/rules/promo-note.ts', 'reads replies in the browser'],
  ['src/desk/rules/order-export.ts', 'writes rows of a reply as CSV'],
  ['src/invoice/rules/credit-note.ts', 'documents are stored as they were issued'],
  ['src/invoice/rules/document-text.ts', 'documents are stored as they were issued'],
  ['src/invoice/rules/issue.ts', 'documents are stored as they were issued'],
  ['src/location/rules/place-form.ts', 'reads and writes the fields that people edit'],
  ['src/partner/webhook/rules/event-body.ts', 'the bodies of webhooks'],
  ['src/pricing/rules/line-amounts.ts', 'wireLine'],
  ['src/pricing/rules/shown-totals.ts', 'reads what a client was shown, once'],
  ['src/pricing/rules/tax-lines.ts', 'wireTaxes'],
  ['src/pricing/rules/totals.ts', 'wireTotals'],
  ['src/report/rules/buying-section.ts', 'a table of the report is text'],
  ['src/report/rules/money-section.ts', 'a table of the report is text'],
  ['src/return/rules/problem-policy.ts', 'reads a content file'],
  ['src/shipment/rules/easypost-shipment.ts', 'the request of a carrier'],
  ['src/subscription/renewal/rules/charge-reply.ts', 'wireChargeInFlight, and reads replies in screens'],
])

test('prices are text only in the API: rules and mails use cents', () => {
  const uses = /\b(?:wirePrice|parsePrice|readPrice|priceText)\(/
  expect(pathsWith(uses, /\/rules\//)).toEqual([...wireRules.keys()])
  expect(pathsWith(uses, /\/mails\//)).toEqual([])
})
