import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import type { PlaceReach } from '../rules/place-effects.ts'

/** A cart that nobody touched for so long is not counted. */
const cartDays = 30

/** Who is concerned by a change of the places. */
export const selectPlaceReach = async (db: Kysely<Database>, now: Temporal.Instant): Promise<PlaceReach> => {
  const rows = await db
    .selectFrom('desk_place_subscription')
    .select(['country', 'currency', 'count'])
    .orderBy('country')
    .orderBy('currency')
    .execute()
  const carts = await db
    .selectFrom('desk_place_cart')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('updated_at', '>', now.subtract({ hours: 24 * cartDays }).toString())
    .executeTakeFirstOrThrow()
  return {
    subscriptions: rows.flatMap(({ country, currency: code, count }) => {
      const currency = currencyOf(code ?? '')
      return country === null || currency === null || count === null ? [] : [{ country, currency, count }]
    }),
    carts: Number(carts.count),
  }
}
