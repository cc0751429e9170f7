import { z } from 'zod'

/** How the codes of a product begin: `syn`. */
export const prefixOf = (code: string): string => code.split('-')[0] ?? ''

/** The name of a product: what the names of its plans begin with. */
export const productName = (planName: string): string => planName.split(', ')[0] ?? planName

/** `DS-01 Daily Synbiotic` → `DS-01` and `Daily Synbiotic`; a name without a number has no code before it. */
export const nameParts = (name: string): { readonly code: string; readonly name: string } => {
  const [first = '', ...rest] = name.split(' ')
  return rest.length > 0 && /\d/.test(first) ? { code: first, name: rest.join(' ') } : { code: name, name }
}

/** The product that a code belongs to; null for a code of a product without facts. */
export const productOf = <P extends { readonly prefix: string }>(
  products: readonly P[],
  code: string,
): P | null => products.find(({ prefix }) => prefix === prefixOf(code)) ?? null

const productGroups = ['ds', 'vs', 'vsds', 'pds'] as const

export type ProductGroup = (typeof productGroups)[number]

/** Whether a text is the code of a product group. */
export const isGroupName = (text: string): boolean => productGroups.some((group) => group === text)

/** Product group code from sku prefixes (spec §4): only syn ds, only vs vs, the two together vsds, else pds. */
export const productGroup = (codes: readonly string[]): ProductGroup => {
  const prefixes = new Set(codes.map(prefixOf))
  const only = (...wanted: string[]) =>
    prefixes.size === wanted.length && wanted.every((prefix) => prefixes.has(prefix))
  if (only('syn')) return 'ds'
  if (only('vs')) return 'vs'
  if (only('syn', 'vs')) return 'vsds'
  return 'pds'
}

// The prefixes that the specification's groups are made of.
const groupedPrefixes: readonly string[] = ['syn', 'vs', 'pds']

/** Whether a code belongs to one of the specification's product groups. */
export const isGrouped = (code: string): boolean => groupedPrefixes.includes(prefixOf(code))

/** The account that revenue of a plan is recorded in: its product group, or how the codes of a later product begin. */
export const revenueGroup = (code: string): string =>
  isGrouped(code) ? productGroup([code]) : prefixOf(code)

/** The plans of a partner listing, in the order of their places in it. */
export const listingOf = <P extends { readonly rules: { readonly listings: ReadonlyMap<string, number> } }>(
  plans: readonly P[],
  listing: string,
): P[] => {
  const place = ({ rules }: P): number | undefined => rules.listings.get(listing)
  return plans
    .filter((plan) => place(plan) !== undefined)
    .toSorted((a, b) => (place(a) ?? 0) - (place(b) ?? 0))
}

const missing = 'Please enter a value.'
const text = z.string(missing).min(1, missing).max(80)
const path = z.string(missing).regex(/^\/(?![/\\])[\x21-\x7E]*$/, 'an address in the shop such as /gift')
const picture = z.string(missing).regex(/^[a-z0-9-]+$/, 'the name of a picture such as cut-box')

/**
 * What pages say of a product and how they draw it; one of its plans holds it, the kit that menus show the price of. A product without
 * it is shown as the box that it comes in.
 */
export const ProductFacts = z.strictObject({
  page: path,
  /** How the footer names it. */
  shortName: text,
  /** Whom it is for. */
  audience: text,
  /** The unit that is counted: capsules, sticks. */
  pieces: text,
  jar: picture,
  packet: picture,
  /** The background of its pictures. */
  tone: z.enum(['ds', 'pds', 'vs'], 'one of ds, pds, vs'),
  /** The picture that thanks for an order of it. */
  thanks: picture,
  /** Whether its jar shows how much is left. */
  hasGauge: z.boolean().optional(),
  /** Whether its pages have no banner of the quiz, which is about another product. */
  hidesQuiz: z.boolean().optional(),
  /** What comes free with it, as lists draw it. */
  gift: z.strictObject({ code: text, picture, name: text }).optional(),
})

export type ProductFacts = z.output<typeof ProductFacts>

/** A product with its facts. */
export interface Product extends ProductFacts {
  readonly id: string
  /** `DS-01 Daily Synbiotic` */
  readonly name: string
  /** How the codes of its plans begin. */
  readonly prefix: string
  /** The plan that holds the facts. */
  readonly plan: string
}
