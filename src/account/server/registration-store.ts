import type { Db } from './account-store.ts'

/** What somebody entered to register, until their mailbox confirms it. */
export interface Registration {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** The argon2id hash; null for a person who came from an outside provider. */
  readonly passwordHash: string | null
  /** Of the page that it was entered on. */
  readonly locale: string | null
}

/** Saves a registration in addition to others for the same e-mail, and deletes those that ended. */
export const insertRegistration = async (
  db: Db,
  { id, email, firstName, lastName, passwordHash, locale }: Registration,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  await db.deleteFrom('registration').where('expires_at', '<=', now.toString()).execute()
  await db
    .insertInto('registration')
    .values({
      id,
      email,
      first_name: firstName,
      last_name: lastName,
      password_hash: passwordHash,
      locale,
      created_at: now.toString(),
      expires_at: expiresAt.toString(),
    })
    .execute()
}

const pendingRegistrations = (db: Db, now: Temporal.Instant) =>
  db
    .selectFrom('registration')
    .select(['id', 'email', 'first_name', 'last_name', 'password_hash', 'locale'])
    .where('expires_at', '>', now.toString())

type Row = Awaited<ReturnType<ReturnType<typeof pendingRegistrations>['executeTakeFirst']>>

const registrationFrom = (row: Row): Registration | null =>
  row
    ? {
        id: row.id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        passwordHash: row.password_hash,
        locale: row.locale,
      }
    : null

export const readRegistration = async (
  db: Db,
  id: string,
  now: Temporal.Instant,
): Promise<Registration | null> =>
  registrationFrom(await pendingRegistrations(db, now).where('id', '=', id).executeTakeFirst())

/** The registration of an e-mail that has waited longest or was made last; null when none waits. */
export const readRegistrationOf = async (
  db: Db,
  email: string,
  which: 'first' | 'last',
  now: Temporal.Instant,
): Promise<Registration | null> => {
  const order = which === 'first' ? 'asc' : 'desc'
  const found = pendingRegistrations(db, now)
    .where('email', '=', email)
    .orderBy('created_at', order)
    .orderBy('id', order)
  return registrationFrom(await found.limit(1).executeTakeFirst())
}

/** Deletes up to `limit` registrations that nobody confirmed, made before a moment; their links go with them. */
export const deleteUnconfirmedRegistrations = async (
  db: Db,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = db
    .selectFrom('registration')
    .select('id')
    .where('created_at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db.deleteFrom('registration').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Forgets every registration of an e-mail; their links go with them. */
export const deleteRegistrationsOf = async (db: Db, email: string): Promise<void> => {
  await db.deleteFrom('registration').where('email', '=', email).execute()
}
