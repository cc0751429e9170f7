import { ownValue } from '#shared/own-value.ts'
import type { TrackedEvent } from './destinations.ts'
import { isValues } from './event-properties.ts'
import type { Json, Values } from './event-properties.ts'

/** Meta's name of an event of the plan. */
const names: Readonly<Record<string, string>> = {
  'Page Viewed': 'PageView', 'Product Viewed': 'ViewContent', 'Product Added': 'AddToCart',
  'Checkout Started': 'InitiateCheckout', 'Order Completed': 'Purchase', 'Email Submitted': 'Lead',
} // prettier-ignore

/** Meta's names of the hashes of spec §3. */
const hashNames: Readonly<Record<string, string>> = {
  first_name: 'fn', last_name: 'ln', email: 'em', phone: 'ph', zip: 'zp', city: 'ct', state: 'st',
} // prettier-ignore

/** One older event makes its whole request fail. */
const maxDelay = Temporal.Duration.from({ hours: 7 * 24 })

const contentsOf = ({ products, sku, price, quantity }: Values): readonly Values[] => {
  const lines: readonly Json[] = Array.isArray(products) ? products : sku === undefined ? [] : [{ sku, price: price ?? null, quantity: quantity ?? null }] // prettier-ignore
  return lines.flatMap((line) => {
    if (!isValues(line) || line['sku'] === undefined) return []
    const { sku: id, price: unitPrice, quantity: count } = line
    return [
      {
        id,
        ...(typeof count === 'number' ? { quantity: count } : {}),
        ...(typeof unitPrice === 'number' ? { item_price: unitPrice } : {}),
      },
    ]
  })
}

/** Amounts and products only: no code, no title and no URL is sent. */
const customData = ({ properties }: TrackedEvent): Values => {
  const { value, revenue, total, price, currency, order_id: order } = properties
  const contents = contentsOf(properties)
  const amount = value ?? revenue ?? total ?? price
  return {
    ...(amount === undefined ? {} : { value: amount, currency: currency ?? 'USD' }),
    ...(order === undefined ? {} : { order_id: order }),
    ...(contents.length === 0 ? {} : { content_type: 'product', contents }),
  }
}

const userData = ({ click, browser }: TrackedEvent, hashes: Values): Values => ({
  ...Object.fromEntries(
    Object.entries(hashes).flatMap(([name, hash]) => {
      const known = ownValue(hashNames, name)
      return known === undefined ? [] : [[known, [hash]] as const]
    }),
  ),
  ...(click === null ? {} : { fbc: click }),
  ...(browser === null ? {} : { client_user_agent: browser }),
})

/**
 * An event for the conversions API. `known` are the hashes of the member. Null for events that Meta does not get, for
 * those it would not accept anymore, and without any identity.
 */
export const metaEvent = (
  event: TrackedEvent,
  known: Values,
  publicUrl: string,
  now: Temporal.Instant,
): Values | null => {
  const name = ownValue(names, event.name)
  const hashes = { ...known, ...event.hashes }
  const at = Temporal.Instant.from(event.happenedAt)
  const isLate = Temporal.Instant.compare(at, now.subtract(maxDelay)) < 0
  if (name === undefined || isLate || (Object.keys(hashes).length === 0 && event.click === null)) return null
  // A person without a browser is reported by the server itself.
  const source = event.browser === null ? 'system_generated' : 'website'
  return {
    event_name: name,
    event_time: Math.floor(at.epochMilliseconds / 1000),
    event_id: event.messageId,
    action_source: source,
    ...(source === 'website' ? { event_source_url: `${publicUrl}/` } : {}),
    user_data: userData(event, hashes),
    custom_data: customData(event),
  }
}
