import type { UpdateObject } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Address } from '#shared/address.ts'
import { accountInsert } from './account-store.ts'
import type { Db, NewAccount } from './account-store.ts'

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

const columnsOf = (id: string, { firstName, lastName, ...rest }: Address, now: Temporal.Instant) => ({
  id,
  first_name: firstName,
  last_name: lastName,
  ...rest,
  created_at: now.toString(),
})

export const insertAddress = async (
  db: Db,
  id: string,
  accountId: string,
  address: Address,
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .insertInto('address')
    .values({ ...columnsOf(id, address, now), account_id: accountId })
    .execute()
}

/** Opens an account and saves an address for it, in one statement, or finds the account; returns its id. */
export const insertAccountWithAddress = async (
  db: Db,
  account: NewAccount,
  id: string,
  address: Address,
  now: Temporal.Instant,
): Promise<string> => {
  const addressValues = columnsOf(id, address, now)
  const names = ['id', ...addressColumns, 'created_at'] as const
  const owner = await db
    .with('owner', (inner) => accountInsert(inner, account, now))
    .with('saved', (inner) =>
      inner
        .insertInto('address')
        .columns(['account_id', ...names])
        .expression((from) =>
          from
            .selectFrom('owner')
            .where('owner.id', '=', account.id)
            .select((of) => ['owner.id', ...names.map((name) => of.val(addressValues[name]).as(name))]),
        ),
    )
    .selectFrom('owner')
    .select('owner.id')
    .executeTakeFirstOrThrow()
  return owner.id
}

/** The listed address of a member that says exactly this; null without one. */
export const findSameAddress = async (
  db: Db,
  accountId: string,
  { firstName, lastName, ...rest }: Address,
): Promise<string | null> => {
  let found = db
    .selectFrom('address')
    .select('id')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('first_name', '=', firstName)
    .where('last_name', '=', lastName)
  for (const column of addressColumns)
    if (column !== 'first_name' && column !== 'last_name') found = found.where(column, '=', rest[column])
  return (await found.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst())?.id ?? null
}

/** One of a member's addresses; null for an unknown one and for anybody else's. */
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
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(addressFrom)
}

/** As `readAddresses`, each with its id. */
export const readOwnAddresses = async (
  db: Db,
  accountId: string,
): Promise<(Address & { readonly id: string })[]> => {
  const rows = await db
    .selectFrom('address')
    .select(['id', ...addressColumns])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ id: row.id, ...addressFrom(row) }))
}

/** Changes a listed address of a member; false for an unknown one and for anybody else's. */
const changeListed = async (
  db: Db,
  accountId: string,
  id: string,
  values: UpdateObject<Database, 'address'>,
): Promise<boolean> => {
  const row = await db
    .updateTable('address')
    .set(values)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Changes one of a member's addresses; false for an unknown one and for anybody else's. */
export const updateOwnAddress = (
  db: Db,
  accountId: string,
  id: string,
  { firstName, lastName, ...rest }: Address,
): Promise<boolean> =>
  changeListed(db, accountId, id, { first_name: firstName, last_name: lastName, ...rest })

/** Takes one of a member's addresses off the list; false as above. */
export const unlistAddress = (
  db: Db,
  accountId: string,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> => changeListed(db, accountId, id, { removed_at: now.toString() })

/** Blanks every address of an account; the rows stay for the ended subscriptions that refer to them. */
export const eraseAddresses = async (db: Db, accountId: string, now: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('address')
    .set({
      first_name: '',
      last_name: '',
      address: '',
      unit: '',
      city: '',
      region: '',
      zip: '',
      phone: '',
      company: '',
      removed_at: now.toString(),
    })
    .where('account_id', '=', accountId)
    .execute()
}

type PlaceColumns = Pick<Address, 'country' | 'region' | 'zip'>

/** Every place of the addresses that members have, each once. */
export const selectPlaces = (db: Db): Promise<PlaceColumns[]> =>
  db
    .selectFrom('address')
    .select(['country', 'region', 'zip'])
    .distinct()
    .where('removed_at', 'is', null)
    .orderBy('country')
    .orderBy('region')
    .orderBy('zip')
    .execute()

/** The owners of addresses in a place. */
export const selectAddressesIn = (db: Db, { country, region, zip }: PlaceColumns) =>
  db
    .selectFrom('address')
    .select(['id', 'account_id as accountId'])
    .where('removed_at', 'is', null)
    .where('country', '=', country)
    .where('region', '=', region)
    .where('zip', '=', zip)
    .orderBy('id')
    .execute()

/** Which address of whom. */
export interface AddressOwner {
  readonly accountId: string
  readonly addressId: string
}

/** Addresses for a run over many members; nothing for a pair of member and address that do not belong together. */
export const readOwnedAddresses = async (
  db: Db,
  owners: readonly AddressOwner[],
): Promise<(owner: AddressOwner) => Address | undefined> => {
  if (owners.length === 0) return () => undefined
  const rows = await db
    .selectFrom('address')
    .select(['id', 'account_id', ...addressColumns])
    .where(
      'id',
      'in',
      owners.map((owner) => owner.addressId),
    )
    .execute()
  const owned = new Map(rows.map((row) => [`${row.account_id} ${row.id}`, addressFrom(row)]))
  return ({ accountId, addressId }) => owned.get(`${accountId} ${addressId}`)
}
