import { cutText } from '#shared/plain-text.ts'
import { ownValue } from '#shared/own-value.ts'
import { withoutKeys } from './site-down.ts'
import { isPlanned, trackingPlan } from './tracking-plan.ts'
import type { PropertyKind } from './tracking-plan.ts'
import { isRecord } from '#shared/is-record.ts'

/** A value as it is stored and sent. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type Values = Readonly<Record<string, Json>>

const maxTextLength = 200
const maxProducts = 50
const maxAmount = 1_000_000
const hashPattern = /^[0-9a-f]{64}$/
const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{1,60}$/

const hashNames = ['first_name', 'last_name', 'email', 'phone', 'zip', 'city', 'state'] as const

const productKinds: Readonly<Record<string, PropertyKind>> = {
  sku: 'text', name: 'text', category: 'text', variant: 'text', price: 'price', quantity: 'count', position: 'count',
} // prettier-ignore

/** Whether a value is an object of values. */
export const isValues = (value: Json | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? cutText(value, maxTextLength) : undefined

const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

/**
 * The path of a URL of the shop: without query and fragment, without possible keys or numbers of a person, and never of
 * another host.
 */
const pathOf = (value: unknown): string | undefined => {
  const path = typeof value === 'string' ? value.split(/[?#]/, 1)[0] : undefined
  if (path?.startsWith('/') !== true || path.startsWith('//')) return undefined
  return withoutKeys(cutText(path, 300))
}

/** A number, also one written as text, as prices of the wire are (spec §3). */
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= maxAmount ? number : undefined
}

/** An amount rounded to two decimals (spec §9). */
const analyticsPrice = (amount: number): number => Math.round((amount + Number.EPSILON) * 100) / 100

const priceOf = (value: unknown): number | undefined => {
  const amount = numberOf(value)
  return amount === undefined ? undefined : analyticsPrice(amount)
}

const countOf = (value: unknown): number | undefined => {
  const count = numberOf(value)
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined
}

const hashesOf = (value: unknown): Values | undefined => {
  if (!isRecord(value)) return undefined
  const known = hashNames.flatMap((name) => {
    const hash = matching(value[name], hashPattern)
    return hash === undefined ? [] : [[name, hash] as const]
  })
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

const productsOf = (value: unknown): readonly Values[] | undefined =>
  Array.isArray(value)
    ? value.slice(0, maxProducts).flatMap((line: unknown) => {
        const product = isRecord(line) ? pickValues(line, productKinds) : {}
        return 'sku' in product ? [product] : []
      })
    : undefined

const valueOf = (kind: PropertyKind, value: unknown): Json | undefined => {
  switch (kind) {
    case 'text':
      return textOf(value)
    case 'path':
      return pathOf(value)
    case 'price':
      return priceOf(value)
    case 'count':
      return countOf(value)
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    case 'email':
      return matching(typeof value === 'string' ? value.trim().toLowerCase() : value, emailPattern)
    case 'hash':
      return matching(value, hashPattern)
    case 'hashes':
      return hashesOf(value)
    case 'currency':
      return matching(value, /^[A-Z]{3}$/) ?? 'USD'
    case 'products':
      return productsOf(value)
    default:
      return kind satisfies never
  }
}

/** The values of the right kind among those given; all others are dropped. */
export const pickValues = (
  given: Readonly<Record<string, unknown>>,
  kinds: Readonly<Record<string, PropertyKind>>,
): Values =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([name, kind]) => {
      const value = valueOf(kind, ownValue(given, name))
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/**
 * The properties that the plan allows: known ones of the right kind, prices rounded to two decimals, the currency USD
 * if none is given (spec §9). Null for an event that is not in the plan.
 */
export const plannedProperties = (name: string, given: Readonly<Record<string, unknown>>): Values | null =>
  isPlanned(name) ? pickValues(given, trackingPlan[name].properties) : null
