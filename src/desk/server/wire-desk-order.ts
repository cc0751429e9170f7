import { wirePrice } from '#shared/money.ts'
import type { DeskOrderRow } from '../endpoints.ts'
import type { StoredDeskOrder } from './desk-order-store.ts'

/** A row of the list; without names, emails and places for roles that see none. */
export const wireDeskOrder = (row: StoredDeskOrder, showsNames: boolean): DeskOrderRow => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  placed_at: Temporal.Instant.from(row.placed_at).toString(),
  person: showsNames ? row.person : null,
  email: showsNames ? row.email : null,
  lines: row.lines ?? [],
  currency: row.currency,
  total: wirePrice(row.total_cents, row.currency),
  refunded: wirePrice(row.refunded_cents, row.currency),
  is_disputed: row.is_disputed,
  shipments: row.shipments ?? [],
  country: row.country,
  city: showsNames ? row.city : null,
  tags: showsNames ? (row.tags ?? []) : [],
})
