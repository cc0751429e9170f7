import type { Address } from '#shared/address.ts'
import type { Db } from './account-store.ts'

const addressColumns = [
  'first_name', 'last_name', 'address', 'unit', 'city', 'region', 'zip', 'country', 'phone', 'company',
] as const // prettier-ignore

type AddressRow = Readonly<Record<(typeof addressColumns)[number], string>>

const addressFrom = (row: AddressRow): Address => ({
  firstName: row.first_name,
  lastName: row.last_name,
  address: row.address,
  unit: row.unit,
  city: row.city,
  region: row.region,
  zip: row.zip,
  country: row.country,
  phone: row.phone,
  company: row.company,
})

export const insertAddress = async (
  db: Db,
  id: string,
  accountId: string,
  address: Address,
  now: Temporal.Instant,
): Promise<void> => {
  const { firstName, lastName, ...rest } = address
  await db
    .insertInto('address')
    .values({
      id,
      account_id: accountId,
      first_name: firstName,
      last_name: lastName,
      ...rest,
      created_at: now.toString(),
    })
    .execute()
}

export const readAddress = async (db: Db, accountId: string, id: string): Promise<Address | null> => {
  const row = await db
    .selectFrom('address')
    .select(addressColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? addressFrom(row) : null
}

/** A member's addresses, the newest first. */
export const readAddresses = async (db: Db, accountId: string): Promise<Address[]> => {
  const rows = await db
    .selectFrom('address')
    .select(addressColumns)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(addressFrom)
}

/** Which address of whom. */
export interface AddressOwner {
  readonly accountId: string
  readonly addressId: string
}

/** The addresses of several members in one query, by address id; a pair that does not belong together finds nothing. */
export const readOwnedAddresses = async (
  db: Db,
  owners: readonly AddressOwner[],
): Promise<ReadonlyMap<string, Address>> => {
  if (owners.length === 0) return new Map()
  const rows = await db
    .selectFrom('address')
    .select(['id', 'account_id', ...addressColumns])
    .where(
      'id',
      'in',
      owners.map((owner) => owner.addressId),
    )
    .execute()
  const owned = new Set(owners.map((owner) => `${owner.accountId} ${owner.addressId}`))
  return new Map(
    rows.filter((row) => owned.has(`${row.account_id} ${row.id}`)).map((row) => [row.id, addressFrom(row)]),
  )
}
