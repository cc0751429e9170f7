import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { labeledShipments } from './label-store.ts'
import { shipmentsIn } from './shipment-store.ts'

/** Shipments that wait to be sent again. */
export const reshipsToPack = (db: Kysely<Database>) =>
  shipmentsIn(db).select('order_id').where('is_reship', '=', true).where('state', 'in', ['pending', 'packed'])

/** Their orders, the oldest first. */
export const selectReshipOrders = async (db: Kysely<Database>): Promise<readonly string[]> => [
  ...new Set((await reshipsToPack(db).orderBy('created_at').execute()).map((row) => row.order_id)),
]

/** Shipments that a carrier is to get and that nobody has packed, or that have no label; as a part of other statements. */
export const ordersToPack = (db: Kysely<Database>) =>
  shipmentsIn(db)
    .select('order_id')
    .where((where) =>
      where.or([
        where('state', '=', 'pending'),
        where.and([
          where('state', '=', 'packed'),
          where('tracking', 'is', null),
          where('id', 'not in', labeledShipments(db)),
        ]),
      ]),
    )
