import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { storedLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { Subscriber, SubscriberState } from '../rules/sign-up.ts'

type Db = Kysely<Database>

export interface StoredSubscriber extends Subscriber {
  readonly id: string
  readonly email: string
  /** Of the page on which the address was entered last. */
  readonly locale: Locale
}

const columns = ['id', 'email', 'state', 'requested_at', 'locale'] as const

const stateFrom = (text: string): SubscriberState => {
  if (text === 'pending' || text === 'subscribed' || text === 'unsubscribed') return text
  throw new Error(`a subscriber is ${text}`)
}

const subscriberFrom = (row: {
  id: string
  email: string
  state: string
  requested_at: string
  locale: string | null
}): StoredSubscriber => ({
  id: row.id,
  email: row.email,
  state: stateFrom(row.state),
  requestedAt: Temporal.Instant.from(row.requested_at),
  locale: storedLocale(row.locale),
})

/** Writes a new subscriber; false when the address is known already, perhaps since this moment. */
export const insertSubscriber = async (
  db: Db,
  subscriber: StoredSubscriber,
  country: string,
): Promise<boolean> => {
  const at = subscriber.requestedAt.toString()
  const row = await db
    .insertInto('newsletter_subscriber')
    .values({
      id: subscriber.id,
      email: subscriber.email,
      state: subscriber.state,
      country,
      locale: subscriber.locale,
      requested_at: at,
      changed_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The subscriber of an address, locked until the transaction ends. */
export const lockSubscriberByEmail = async (db: Db, email: string): Promise<StoredSubscriber | null> => {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select(columns)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  return row ? subscriberFrom(row) : null
}

export const lockSubscriber = async (db: Db, id: string): Promise<StoredSubscriber | null> => {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? subscriberFrom(row) : null
}

/** A subscriber as newsletter mails need it; null for an unknown id. */
export const readSubscriber = async (db: Db, id: string): Promise<StoredSubscriber | null> => {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? subscriberFrom(row) : null
}

/** When and in which language an address was entered again: only for a new confirmation request. */
type NewState =
  | { readonly state: SubscriberState }
  | { readonly state: SubscriberState; readonly requestedAt: Temporal.Instant; readonly locale: Locale }

/** Changes the state of a subscriber. */
export const writeState = async (
  db: Db,
  id: string,
  { state, ...request }: NewState,
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .updateTable('newsletter_subscriber')
    .set({
      state,
      changed_at: now.toString(),
      ...('locale' in request
        ? { requested_at: request.requestedAt.toString(), locale: request.locale }
        : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** One proof of consent: what was agreed to or withdrawn, and from where. */
export interface Consent {
  readonly id: string
  readonly subscriberId: string
  readonly action: 'requested' | 'joined' | 'confirmed' | 'unsubscribed'
  readonly statement: string
  readonly page: string
  readonly network: string
  readonly userAgent: string
  readonly country: string
}

export const insertConsent = async (db: Db, consent: Consent, now: Temporal.Instant): Promise<void> => {
  await db
    .insertInto('newsletter_consent')
    .values({
      id: consent.id,
      subscriber_id: consent.subscriberId,
      action: consent.action,
      statement: consent.statement,
      page: consent.page,
      network: consent.network,
      user_agent: consent.userAgent,
      country: consent.country,
      at: now.toString(),
    })
    .execute()
}

/** The subscriber of an address, locked until the transaction ends, with the time of the last cart reminder. */
export const lockForReminder = async (
  db: Db,
  email: string,
): Promise<(StoredSubscriber & { readonly remindedAt: Temporal.Instant | null }) | null> => {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select([...columns, 'reminded_at'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const remindedAt = row.reminded_at === null ? null : Temporal.Instant.from(row.reminded_at)
  return { ...subscriberFrom(row), remindedAt }
}

export const saveReminderTime = async (db: Db, id: string, at: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('newsletter_subscriber')
    .set({ reminded_at: at.toString() })
    .where('id', '=', id)
    .execute()
}

/** The proofs of an address: what was agreed to or withdrawn, when and where, earliest first. */
export const readConsentsOf = (
  db: Db,
  email: string,
): Promise<
  readonly {
    readonly action: string
    readonly statement: string
    readonly page: string
    readonly at: string
  }[]
> =>
  db
    .selectFrom('newsletter_consent')
    .innerJoin('newsletter_subscriber', 'newsletter_subscriber.id', 'newsletter_consent.subscriber_id')
    .select(['action', 'statement', 'page', 'at'])
    .where('email', '=', email)
    .orderBy('at')
    .execute()

/** Erases an address from the list and from its proof of consent: the proof stays, without the person. Returns whose it was. */
export const eraseSubscriber = async (
  db: Db,
  email: string,
  now: Temporal.Instant,
): Promise<readonly string[]> => {
  const erased = await db
    .updateTable('newsletter_subscriber')
    .set((row) => ({
      email: sql<string>`concat('erased-', ${row.ref('id')}, '@newsletter.invalid')`,
      state: 'unsubscribed',
      changed_at: now.toString(),
    }))
    .where('email', '=', email)
    .returning('id')
    .execute()
  const ids = erased.map(({ id }) => id)
  if (ids.length === 0) return ids
  await db
    .updateTable('newsletter_consent')
    .set({ network: '', user_agent: '' })
    .where('subscriber_id', 'in', ids)
    .execute()
  return ids
}

/** The latest proof of a subscriber that is more than an entry, which anybody can make. */
const lastOwnAction = (db: Db, subscriberId: Expression<string>) =>
  db
    .selectFrom('newsletter_consent')
    .select('action')
    .where('subscriber_id', '=', subscriberId)
    .where('action', '<>', 'requested')
    .orderBy('at', 'desc')
    .limit(1)

/** Whether the owner of an address has left and did not come back; an entry alone is no coming back. */
export const readHasLeft = async (db: Db, email: string): Promise<boolean> => {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select((row) => ['state', lastOwnAction(db, row.ref('newsletter_subscriber.id')).as('last_action')])
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.state === 'unsubscribed' || (row?.state === 'pending' && row.last_action === 'unsubscribed')
}

/** Deletes the proof of entries that came after everything that these subscribers did themselves. */
const deleteLastEntries = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('newsletter_consent as entry')
    .where('entry.subscriber_id', 'in', ids)
    .where('entry.action', '=', 'requested')
    .where((entry) =>
      entry.not(
        entry.exists(
          entry
            .selectFrom('newsletter_consent as later')
            .select('later.id')
            .whereRef('later.subscriber_id', '=', 'entry.subscriber_id')
            .whereRef('later.at', '>=', 'entry.at')
            .where('later.action', '<>', 'requested'),
        ),
      ),
    )
    .execute()
}

/**
 * Forgets up to `limit` entries that nobody confirmed, made before a moment, with their proof. An address that was subscribed
 * once keeps the earlier proof and has left. Returns how many.
 */
export const deleteUnconfirmed = async (
  db: Db,
  before: Temporal.Instant,
  limit: number,
  now: Temporal.Instant,
): Promise<number> => {
  const pending = await db
    .selectFrom('newsletter_subscriber')
    .select('id')
    .where('state', '=', 'pending')
    .where('requested_at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (pending.length === 0) return 0
  const ids = pending.map(({ id }) => id)
  await deleteLastEntries(db, ids)
  await db
    .deleteFrom('newsletter_subscriber')
    .where('id', 'in', ids)
    .where((row) => row.not(row.exists(lastOwnAction(db, row.ref('newsletter_subscriber.id')))))
    .execute()
  await db
    .updateTable('newsletter_subscriber')
    .set({ state: 'unsubscribed', changed_at: now.toString() })
    .where('id', 'in', ids)
    .execute()
  return ids.length
}
