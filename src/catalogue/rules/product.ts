import { ownValue } from '#shared/own-value.ts'

/** The first products of the shop, which have pages, drawings and certificates of their own; the catalogue may add others. */
export const productIds = ['ds-01', 'pds-08', 'vs-01'] as const

export type ProductId = (typeof productIds)[number]

/** Their names (ruling 7). */
export const productNames = {
  'ds-01': 'DS-01 Daily Synbiotic',
  'pds-08': 'PDS-08 Pediatric Daily Synbiotic',
  'vs-01': 'VS-01 Vaginal Synbiotic',
} as const satisfies Readonly<Record<ProductId, string>>

/** How the codes of a product begin: `syn`. */
export const prefixOf = (code: string): string => code.split('-')[0] ?? ''

/** The name of a product: that of a first one, else what the names of its plans begin with. */
export const productName = (product: string, planName: string): string =>
  ownValue<string>(productNames, product) ?? planName.split(', ')[0] ?? planName

/** The first product that a code belongs to; null for a code of any other. */
export const productOf = (code: string): ProductId | null => {
  switch (prefixOf(code)) {
    case 'syn':
      return 'ds-01'
    case 'pds':
      return 'pds-08'
    case 'vs':
      return 'vs-01'
    default:
      return null
  }
}

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

/** The account that revenue of a plan is recorded in: its product group, or how the codes of a later product begin. */
export const revenueGroup = (code: string): string =>
  productOf(code) === null ? prefixOf(code) : productGroup([code])

/** What partner listings show of the plans (spec §7). */
const partnerGroups = {
  daily: ['syn-wk', 'syn-wk-3mo', 'syn-wk-6mo'],
  vaginal: ['vs-wk', 'vs-rf-3mo', 'vs-rf'],
  pediatric: ['pds-wk'],
  partner: ['syn-wk', 'syn-rf', 'vs-wk', 'pds-wk', 'pds-rf'],
} as const

export type PartnerGroup = keyof typeof partnerGroups

/** The plans of a partner listing, in the listing's order. */
export const listingOf = <P extends { readonly code: string }>(
  plans: readonly P[],
  group: PartnerGroup,
): P[] => partnerGroups[group].flatMap((code) => plans.filter((plan) => plan.code === code))
