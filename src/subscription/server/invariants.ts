import type { Kysely } from 'kysely'
import { reservedFor } from '#credit/server/credits.ts'
import type { Database } from '#platform/schema.ts'
import { selectInHand, selectNotInHand } from './billing-cycle-store.ts'
import { selectStandingCases } from './dunning-store.ts'
import { brokenRuns } from './renewal-runs.ts'
import { brokenStandings } from './standings.ts'
import { selectPostponed } from './subscription-store.ts'
import { selectBrokenTerms } from './term-store.ts'

/** Who waits past the day of an order does so because a charge is in hand or a card was refused. */
const brokenWaits = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const postponed = await selectPostponed(db)
  const inHand = await selectInHand(db, postponed)
  const cases = await selectStandingCases(db, postponed)
  return postponed
    .filter((id) => !inHand.has(id) && !cases.has(id))
    .map((id) => `subscription ${id} waits past its day without a charge in hand or a case`)
}

/** Credit is set aside only for what is being charged. */
const brokenReservations = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await selectNotInHand(db, await reservedFor(db, 'renewal'))).map(
    (id) => `credit is set aside for cycle ${id}, which is not being charged`,
  )

/** A sentence for everything in the records of subscriptions that may not be. */
export const brokenSubscriptions = async (db: Kysely<Database>): Promise<readonly string[]> => [
  ...(await brokenRuns(db)),
  ...(await brokenWaits(db)),
  ...(await brokenStandings(db)),
  ...(await selectBrokenTerms(db)),
  ...(await brokenReservations(db)),
]
