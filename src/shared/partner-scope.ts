import { z } from 'zod'

/** What a key or an app of a partner may do: one scope for each route of the partner API. */
export const partnerScopes = [
  'orders:read',
  /** Where an order goes, and that a carrier has it. */
  'orders:ship',
  'subscriptions:read',
  'products:read',
] as const

export type PartnerScope = (typeof partnerScopes)[number]

export const PartnerScopeName = z.enum(partnerScopes)

export const partnerScopeTexts: Readonly<Record<PartnerScope, string>> = {
  'orders:read': 'Orders without names and addresses.',
  'orders:ship': 'Where an order goes that has not left, and that a carrier has it.',
  'subscriptions:read': 'Subscriptions without names and addresses.',
  'products:read': 'Plans, prices and their stock.',
}
