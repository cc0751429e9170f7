import type { Segment } from '#newsletter/rules/segment.ts'
import { oneOf, textIn } from './flag-form.ts'
import type { EnteredTexts } from './flag-form.ts'

const listIn = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

const dayIn = (text: string): string | null => (text === '' ? null : text)

/** A segment as the endpoint takes it. */
export const segmentIn = (texts: EnteredTexts): Segment => ({
  countries: listIn(textIn(texts, 'countries').toUpperCase()),
  currencies: listIn(textIn(texts, 'currencies').toUpperCase()),
  subscribedFrom: dayIn(textIn(texts, 'subscribedFrom')),
  subscribedUntil: dayIn(textIn(texts, 'subscribedUntil')),
  membership: oneOf(['all', 'members', 'others'], textIn(texts, 'membership'), 'all'),
  subscription: oneOf(['any', 'active', 'paused', 'canceled', 'none'], textIn(texts, 'subscription'), 'any'),
  plans: listIn(textIn(texts, 'plans').toLowerCase()),
  orderedFrom: dayIn(textIn(texts, 'orderedFrom')),
  orderedUntil: dayIn(textIn(texts, 'orderedUntil')),
  products: listIn(textIn(texts, 'products').toLowerCase()),
  cart: oneOf(['any', 'abandoned'], textIn(texts, 'cart'), 'any'),
})

/** The fields of a segment that is stored. */
export const segmentTexts = (segment: Segment): EnteredTexts =>
  new Map(
    Object.entries(segment).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
