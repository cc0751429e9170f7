import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { TaxBasis, TaxPart } from '../rules/tax-rate.ts'

const Parts = z.array(
  z.object({ jurisdiction: z.string(), percent: z.number(), shippingPercent: z.number() }),
)

/** What a service said of a place, and on which day. */
export interface TaxAnswer {
  readonly parts: readonly TaxPart[]
  /** ISO date of the shop. */
  readonly on: string
}

/** The last answers of a service for these places, by place. */
export const selectAnswers = async (
  db: Kysely<Database>,
  service: TaxBasis['service'],
  places: readonly string[],
): Promise<ReadonlyMap<string, TaxAnswer>> => {
  const rows = await db
    .selectFrom('tax_rate_answer')
    .selectAll()
    .where('service', '=', service)
    .where('place', 'in', places)
    .execute()
  return new Map(
    rows.map(({ place, parts, answered_on: on }) => [place, { parts: Parts.parse(parts), on }] as const),
  )
}

/** Keeps an answer unless there is one of a later day. */
export const saveAnswer = async (
  db: Kysely<Database>,
  service: TaxBasis['service'],
  place: string,
  { parts, on }: TaxAnswer,
): Promise<void> => {
  await db
    .insertInto('tax_rate_answer')
    .values({ service, place, parts: JSON.stringify(parts), answered_on: on })
    .onConflict((conflict) =>
      conflict
        .columns(['service', 'place'])
        .doUpdateSet((set) => ({
          parts: set.ref('excluded.parts'),
          answered_on: set.ref('excluded.answered_on'),
        }))
        .where(sql<boolean>`tax_rate_answer.answered_on <= excluded.answered_on`),
    )
    .execute()
}
