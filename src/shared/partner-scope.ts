import { z } from 'zod'

/** What a key of a partner may do: one scope for each route of the partner API. */
export const partnerScopes = [
  'orders:read',
  /** Where an order goes, and that a carrier has it. */
  'orders:ship',
  'subscriptions:read',
  'products:read',
] as const

export type PartnerScope = (typeof partnerScopes)[number]

export const PartnerScopeName = z.enum(partnerScopes)
