import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { shipmentsIn } from './shipment-store.ts'

/** A tracking number of a carrier. */
interface TrackingOfCarrier {
  readonly carrier: string
  readonly tracking: string
}

/** Carriers give a number to another package after some months. */
const daysUntilReused = 120

const keyOf = ({ carrier, tracking }: TrackingOfCarrier): string => `${carrier} ${tracking}`

/** A package that left lately, and whose it is. */
interface TrackedPackage extends TrackingOfCarrier {
  readonly orderId: string
  readonly accountId: string
}

/** The packages that left lately with one of these numbers. */
export const recentlyTracked = async (
  db: Kysely<Database>,
  now: Temporal.Instant,
  numbers: readonly TrackingOfCarrier[],
): Promise<readonly TrackedPackage[]> => {
  if (numbers.length === 0) return []
  const wanted = new Set(numbers.map(keyOf))
  const rows = await shipmentsIn(db)
    .select(['carrier', 'tracking', 'order_id', 'account_id'])
    .where(
      'tracking',
      'in',
      numbers.map(({ tracking }) => tracking),
    )
    .where('shipped_at', '>', now.subtract({ hours: 24 * daysUntilReused }).toString())
    .execute()
  return rows
    .map((row) => ({
      carrier: row.carrier ?? '',
      tracking: row.tracking ?? '',
      orderId: row.order_id,
      accountId: row.account_id,
    }))
    .filter((one) => wanted.has(keyOf(one)))
}

/** Until the end of the transaction nobody else records this number; the caller holds the lock of its order. */
export const lockTracking = async (tx: Tx, number: TrackingOfCarrier): Promise<void> => {
  await sql`select pg_advisory_xact_lock(496323, hashtext(${keyOf(number)}))`.execute(tx.db)
}
