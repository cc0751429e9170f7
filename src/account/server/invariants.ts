import type { Kysely } from 'kysely'
import { addressMessages } from '#location/rules/address-validation.ts'
import type { Database } from '#platform/schema.ts'
import { selectAddressesIn, selectPlaces } from './address-store.ts'

/** A sentence for each saved address that does not exist; its member is asked about it on their pages. */
export const invalidAddresses = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const places = await selectPlaces(db)
  const invalid = places.flatMap((place) => {
    const messages = Object.values(addressMessages(place))
    return messages.length === 0 ? [] : [{ place, reason: messages.join('; ') }]
  })
  const violations: string[] = []
  for (const { place, reason } of invalid)
    for (const { id, accountId } of await selectAddressesIn(db, place))
      violations.push(`address ${id} of account ${accountId} does not exist: ${reason}`)
  return violations
}
