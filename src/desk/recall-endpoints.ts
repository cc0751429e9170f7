import { z } from 'zod'
import { lotNumber } from '#certificate/rules/certificate.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const count = z.number().int()

const Row = z.object({
  shipment_id: z.string(),
  order: z.string(),
  account_id: z.string(),
  /** Null for roles that see no names. */
  person: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  country: z.string(),
  product: z.string(),
  /** Of the shipment: what is only packed has not left. */
  state: z.string(),
  shipped_at: z.string().nullable(),
  /** Units of the lot in the shipment, and those that came back. */
  units: count,
  returned: count,
})

export type DeskRecallRow = z.output<typeof Row>

/** Units of a lot in a line of a shipment. */
export const LotInShipment = z.object({
  position: count,
  lot: z.string(),
  units: count,
  returned: count,
  /** Where its certificate is; null without one. */
  certificate: z.string().nullable(),
})

/** Who has units of a lot: its shipments with their orders and people, 500 at a time. */
export const viewDeskRecall = defineEndpoint({
  ...reads,
  name: 'viewDeskRecall',
  method: 'GET',
  path: '/api/desk/stock/recalls/{lot}/',
  permission: 'orders:read',
  payload: z.object({
    lot: z.string().min(1).max(60).transform(lotNumber),
    after: z.uuid().optional(),
  }),
  reply: z.object({
    lot: z.string(),
    /** The units that are still on hand, by product. */
    on_hand: z.array(
      z.object({ product: z.string(), best_before: z.iso.date().nullable(), remaining: count }),
    ),
    certificate: z.string().nullable(),
    orders: count,
    units: count,
    returned: count,
    rows: z.array(Row),
    /** Where the next rows begin; null for the last ones. */
    older: z.string().nullable(),
  }),
  errors: readErrors,
})
