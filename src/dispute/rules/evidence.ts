import { postalLines } from '#location/rules/postal-codes.ts'
import { lineSubtotal } from '#pricing/rules/line-amounts.ts'
import type { LineAmounts } from '#pricing/rules/line-amounts.ts'
import type { Totals } from '#pricing/rules/totals.ts'
import { returnDays } from '#return/rules/return-policy.ts'
import type { Address } from '#shared/address.ts'
import { formatPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'

/** What the shop knows about a disputed order. */
export interface EvidenceFacts {
  readonly number: string
  /** Dates and times in the shop's time zone, which they name. */
  readonly placedAt: string
  readonly name: string
  readonly email: string
  readonly currency: Currency
  readonly totals: Totals
  readonly amountCents: Cents
  readonly reason: string
  readonly lines: readonly (LineAmounts & { readonly name: string })[]
  readonly refundedCents: Cents
  readonly card: string
  /** The sentences at the pay button. */
  readonly terms: readonly string[]
  readonly shipTo: Address
  /** Where it went: corrected for the buyer, or given by the recipient of a gift. */
  readonly shippedTo: Address
  readonly shipments: readonly {
    readonly carrier: string
    readonly tracking: string
    readonly trackingUrl: string
    readonly shippedOn: string
    readonly deliveredOn: string
    readonly events: readonly string[]
  }[]
  /** Sign-ins and changes, as sentences with their dates. */
  readonly activity: readonly string[]
  /** Earlier charges of the same card that nobody disputed, as sentences. */
  readonly earlierCharges: readonly string[]
  /** Mails about the order that the mail server took, as sentences; none that failed. */
  readonly mails: readonly string[]
}

/** A part of the document: a heading and its lines. */
export interface EvidenceSection {
  readonly title: string
  readonly lines: readonly string[]
}

/** The shop's promises, as its terms have them. */
const policies = {
  refunds: `What was not opened can be returned within ${returnDays} days of its delivery; orders can be canceled until they are packed.`,
  cancellation:
    'A subscription can be canceled online in the account at any time before an order date; nothing is charged after that.',
} as const

const sumLines = (facts: EvidenceFacts): string[] => {
  const money = (cents: Cents): string => formatPrice(cents, facts.currency)
  const optional = (label: string, cents: Cents): string[] =>
    cents === 0 ? [] : [`${label}: ${money(cents)}`]
  return [
    ...facts.lines.map((line) => `${line.quantity} × ${line.name}: ${money(lineSubtotal(line))}`),
    ...optional('Discounts', 0 - facts.totals.discountCents),
    ...optional('Shipping', facts.totals.shippingCents),
    ...optional('Tax', facts.totals.taxCents),
    `Total: ${money(facts.totals.totalCents)}`,
    `Disputed: ${money(facts.amountCents)}, as ${facts.reason.replaceAll('_', ' ')}`,
    ...optional('Refunded by the shop', facts.refundedCents),
  ]
}

const shipmentLines = ({ shipments }: EvidenceFacts): string[] =>
  shipments.flatMap(({ carrier, tracking, trackingUrl, shippedOn, deliveredOn, events }) => [
    [carrier, tracking].filter((text) => text !== '').join(' ') || 'Not handed to a carrier yet',
    ...(shippedOn === '' ? [] : [`Shipped on ${shippedOn}`]),
    ...(deliveredOn === '' ? [] : [`Delivered on ${deliveredOn}`]),
    ...(trackingUrl === '' ? [] : [trackingUrl]),
    ...events,
  ])

/** Only what the bank does not read above. */
const differentAddress = ({ shipTo, shippedTo }: EvidenceFacts): string[] => {
  const [entered, sent] = [postalLines(shipTo), postalLines(shippedTo)]
  return entered.join() === sent.join() ? [] : sent
}

/** The document part by part; a part without lines is left out. */
export const evidenceSections = (facts: EvidenceFacts): EvidenceSection[] =>
  [
    {
      title: 'Order',
      lines: [
        `Order ${facts.number}, placed on ${facts.placedAt}`,
        `${facts.name}, ${facts.email}`,
        facts.card,
      ],
    },
    { title: 'What was bought', lines: sumLines(facts) },
    { title: 'What the buyer agreed to at the pay button', lines: facts.terms },
    { title: 'Address that the buyer entered', lines: postalLines(facts.shipTo) },
    { title: 'Address that it went to', lines: differentAddress(facts) },
    { title: 'Shipments', lines: shipmentLines(facts) },
    { title: 'Mails that were sent about the order', lines: facts.mails },
    { title: 'Account activity', lines: facts.activity },
    { title: 'Earlier payments with the same card that were not disputed', lines: facts.earlierCharges },
    { title: 'Policies', lines: [policies.refunds, policies.cancellation] },
  ].filter(({ lines }) => lines.length > 0)

// Stripe takes 20,000 characters for each text and 150,000 for all.
const maxText = 10_000

/** The same as the texts of the processor, without the file. */
export const evidenceTexts = (facts: EvidenceFacts) => {
  const [shipment] = facts.shipments.filter(({ tracking }) => tracking !== '')
  const summary = evidenceSections(facts)
    .map(({ title, lines }) => [title, ...lines].join('\n'))
    .join('\n\n')
  return {
    productDescription: facts.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
    customerName: facts.name,
    customerEmail: facts.email,
    billingAddress: postalLines(facts.shipTo).join('\n'),
    shippingAddress: postalLines(facts.shippedTo).join('\n'),
    shippingCarrier: shipment?.carrier ?? '',
    shippingDate: shipment?.shippedOn ?? '',
    shippingTracking: shipment?.tracking ?? '',
    activityLog: facts.activity.join('\n').slice(0, maxText),
    refundPolicy: policies.refunds,
    cancellationPolicy: [...facts.terms, policies.cancellation].join('\n').slice(0, maxText),
    summary: summary.slice(0, maxText),
  }
}
