import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import { parseTopic } from '../rules/message.ts'
import type { Message } from '../rules/message.ts'

type Db = Kysely<Database>

interface NewMessage extends Message {
  readonly id: string
  readonly checkKey: Buffer
  readonly network: string
  readonly country: string
  /** Of the page with the form. */
  readonly locale: string
}

const Fields = z.record(z.string(), z.string())

const contentOf = ({ name, fields }: Message): string => JSON.stringify({ ...fields, name })

/** Stores a message; false when one with the same check is stored already. */
export const insertMessage = async (db: Db, message: NewMessage, now: Temporal.Instant): Promise<boolean> => {
  const row = await db
    .insertInto('contact_message')
    .values({
      id: message.id,
      topic: message.topic,
      email: message.email,
      fields: contentOf(message),
      check_key: message.checkKey,
      network: message.network,
      country: message.country,
      locale: message.locale,
      created_at: now.toString(),
    })
    .onConflict((conflict) => conflict.column('check_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the message stored with this check is the same. */
export const isStoredMessage = async (db: Db, checkKey: Buffer, message: Message): Promise<boolean> => {
  const row = await db
    .selectFrom('contact_message')
    .select('id')
    .where('check_key', '=', checkKey)
    .where('topic', '=', message.topic)
    .where('email', '=', message.email)
    .where('fields', '=', sql<string>`${contentOf(message)}::jsonb`)
    .executeTakeFirst()
  return row !== undefined
}

/** A stored message; null for an unknown id. */
export const readMessage = async (db: Db, id: string): Promise<Message | null> => {
  const row = await db
    .selectFrom('contact_message')
    .select(['topic', 'email', 'fields'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { name = '', ...fields } = Fields.parse(row.fields)
  return { topic: parseTopic(row.topic), email: row.email, name, fields }
}

/** A stored message. */
export interface StoredMessage extends Message {
  readonly id: string
  readonly at: string
  /** Of the page on which it was written; null for one from before it was stored. */
  readonly locale: string | null
}

interface MessageRow {
  readonly id: string
  readonly topic: string
  readonly email: string
  readonly fields: unknown
  readonly created_at: string
  readonly locale: string | null
}

const parseStored = ({
  id,
  topic,
  email,
  fields: stored,
  created_at: at,
  locale,
}: MessageRow): StoredMessage => {
  const { name = '', ...fields } = Fields.parse(stored)
  return { id, topic: parseTopic(topic), email, name, fields, at, locale }
}

/** All messages from an address, earliest first. */
export const readMessagesOf = async (db: Db, email: string): Promise<readonly StoredMessage[]> => {
  const rows = await db
    .selectFrom('contact_message')
    .select(['id', 'topic', 'email', 'fields', 'created_at', 'locale'])
    .where('email', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(parseStored)
}

/** The latest message of each of these addresses. */
export const readLatestMessages = async (
  db: Db,
  emails: readonly string[],
): Promise<readonly StoredMessage[]> => {
  if (emails.length === 0) return []
  const rows = await db
    .selectFrom('contact_message')
    .distinctOn('email')
    .select(['id', 'topic', 'email', 'fields', 'created_at', 'locale'])
    .where('email', 'in', emails)
    .orderBy('email')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(parseStored)
}

/** Deletes the messages of a person. */
export const deleteMessagesOf = async (db: Db, email: string): Promise<void> => {
  await db.deleteFrom('contact_message').where('email', '=', email).execute()
}

/** Deletes messages that came before a moment, up to a limit. Returns how many. */
export const deleteMessagesBefore = async (
  db: Db,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = db
    .selectFrom('contact_message')
    .select('id')
    .where('created_at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db.deleteFrom('contact_message').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
