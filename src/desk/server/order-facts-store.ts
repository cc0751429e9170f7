import { z } from 'zod'
import type { Kysely } from 'kysely'
import { HoldCause } from '#order/server/orders.ts'
import { problemKinds, problemStates } from '#return/rules/problem-offer.ts'
import type { Database } from '#platform/schema.ts'

const Holds = z.array(z.object({ cause: HoldCause, causeId: z.string(), reason: z.string() }))

const Lots = z.array(
  z.object({
    shipmentId: z.string(),
    position: z.number(),
    lot: z.string(),
    units: z.number(),
    returned: z.number(),
  }),
)

const Problems = z.array(
  z.object({
    number: z.string(),
    kind: z.enum(problemKinds),
    state: z.enum(problemStates),
    reportedAt: z.string().transform((text) => Temporal.Instant.from(text)),
  }),
)

// PostgreSQL has null where there are no rows.
const Facts = z.object({
  holds: Holds.nullable().transform((rows) => rows ?? []),
  lots: Lots.nullable().transform((rows) => rows ?? []),
  problems: Problems.nullable().transform((rows) => rows ?? []),
})

export type OrderFacts = z.output<typeof Facts>

export const noFacts: OrderFacts = { holds: [], lots: [], problems: [] }

/** Why an order is held, the lots of its shipments, and what was reported about it, each the oldest first, in one statement. */
export const selectOrderFacts = async (db: Kysely<Database>, orderId: string): Promise<OrderFacts> => {
  const row = await db
    .selectFrom('desk_order_facts')
    .select(['holds', 'lots', 'problems'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ? Facts.parse(row) : noFacts
}
