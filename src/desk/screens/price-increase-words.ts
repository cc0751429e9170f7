import { priceText } from '#shared/money.ts'
import type { DeskPriceIncrease } from '../price-increase-endpoints.ts'

type Parts = DeskPriceIncrease['parts']

/** The plans of an increase: `DS-01 refill, monthly`. */
export const increaseTitle = (parts: Parts): string => [...new Set(parts.map(({ name }) => name))].join(', ')

/** The new prices: `$52.99, €47.99`. */
export const pricesText = (parts: Parts): string =>
  parts.map(({ new_price: price, currency }) => priceText(price, currency)).join(', ')

export const countText = (count: number): string => count.toLocaleString('en-US')

/** `1 subscription`, `5,871 subscriptions`. */
export const subscriptionsText = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'subscription' : 'subscriptions'}`
