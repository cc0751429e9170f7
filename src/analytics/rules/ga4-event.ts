import { groupsFrom } from '#consent/rules/consent.ts'
import { cutText } from '#shared/plain-text.ts'
import { ownValue } from '#shared/own-value.ts'
import { revealsHealth } from './destinations.ts'
import type { TrackedEvent } from './destinations.ts'
import { isValues } from './event-properties.ts'
import type { Json, Values } from './event-properties.ts'

/** Google Analytics' name of an event of the plan; null for one that it does not get. */
const names: Readonly<Record<string, string>> = {
  'Page Viewed': 'page_view', 'Product List Viewed': 'view_item_list', 'Product Viewed': 'view_item',
  'Product Added': 'add_to_cart', 'Product Removed': 'remove_from_cart', 'Cart Viewed': 'view_cart',
  'Checkout Started': 'begin_checkout', 'Order Completed': 'purchase', 'Order Refunded': 'refund',
  'Email Submitted': 'generate_lead', 'Experiment Viewed': 'experiment_viewed', Logout: 'logout',
  'Subscription Started': 'subscription_started', 'Subscription Changed': 'subscription_changed',
  'Subscription Paused': 'subscription_paused', 'Subscription Resumed': 'subscription_resumed',
  'Subscription Canceled': 'subscription_canceled', 'Subscription Reactivated': 'subscription_reactivated',
  'Payment Failed': 'payment_failed', 'Payment Recovered': 'payment_recovered',
  'Coupon Entered': 'coupon_entered', 'Coupon Applied': 'coupon_applied', 'Coupon Denied': 'coupon_denied',
  'Coupon Removed': 'coupon_removed', 'Site Down': 'site_down',
} // prettier-ignore

/** The longest value of a parameter, and of a page's address. */
const maxValueLength = 100
const maxUrlLength = 1000

/** Events may be reported up to three days late. */
const maxDelay = Temporal.Duration.from({ hours: 72 })

const itemOf = (line: Json): Values => {
  const { sku, name, category, variant, price, quantity } = isValues(line) ? line : {}
  return Object.fromEntries(
    Object.entries({
      item_id: sku, item_name: name, item_category: category, item_variant: variant, price, quantity,
    }).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  ) // prettier-ignore
}

const mappedProperties = ['sku', 'name', 'category', 'variant', 'price', 'quantity', 'products', 'order_id', 'path', 'title', 'referrer'] as const // prettier-ignore

const truncated = (value: Json): Json => (typeof value === 'string' ? cutText(value, maxValueLength) : value)

const itemsOf = ({ products, ...line }: Values): Values => {
  if (Array.isArray(products)) return { items: products.map((one: Json) => itemOf(one)) }
  return line['sku'] === undefined ? {} : { items: [itemOf(line)] }
}

const paramsOf = ({ properties, campaign }: TrackedEvent, publicUrl: string): Values => {
  const { path, title, referrer, order_id: order, value, total, revenue } = properties
  const rest = Object.entries(properties).filter(([name]) => !mappedProperties.some((one) => one === name))
  const amount = value ?? revenue ?? total
  return {
    ...Object.fromEntries(rest.map(([name, one]) => [name, truncated(one)])),
    ...Object.fromEntries(
      Object.entries(campaign?.last ?? {}).map(([name, one]) => [
        name === 'name' ? 'campaign' : `campaign_${name}`,
        truncated(one),
      ]),
    ),
    ...itemsOf(properties),
    ...(amount === undefined ? {} : { value: amount }),
    ...(order === undefined ? {} : { transaction_id: order }),
    ...(typeof path === 'string' ? { page_location: cutText(`${publicUrl}${path}`, maxUrlLength) } : {}),
    ...(title === undefined ? {} : { page_title: title }),
    ...(referrer === undefined ? {} : { page_referrer: referrer }),
    engagement_time_msec: 1,
  }
}

/**
 * An event for the measurement protocol, one request each, because the identity is next to the events. Null for events
 * that Google Analytics does not get, and for those it would not accept anymore. Whether it may be used for advertising
 * follows from the consent, and is never so for what reveals health data.
 */
export const ga4Request = (event: TrackedEvent, publicUrl: string, now: Temporal.Instant): Values | null => {
  const name = ownValue(names, event.name)
  const clientId = event.visit ?? event.accountId
  const at = Temporal.Instant.from(event.happenedAt)
  const isLate = Temporal.Instant.compare(at, now.subtract(maxDelay)) < 0
  if (name === undefined || clientId === null || isLate) return null
  const mayAdvertise = groupsFrom(event.activeGroups).C0004 && !revealsHealth(event)
  const consent = mayAdvertise ? 'GRANTED' : 'DENIED'
  return {
    client_id: clientId,
    ...(event.accountId === null ? {} : { user_id: event.accountId }),
    timestamp_micros: at.epochMilliseconds * 1000,
    consent: { ad_user_data: consent, ad_personalization: consent },
    events: [{ name, params: paramsOf(event, publicUrl) }],
  }
}
