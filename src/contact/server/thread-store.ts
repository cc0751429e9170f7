import type { Kysely, Selectable } from 'kysely'
import type { ContactThread, Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Thread, ThreadState } from '../rules/message.ts'

type Db = Kysely<Database>

const instant = (text: string | null): Temporal.Instant | null =>
  text === null ? null : Temporal.Instant.from(text)

const parseThread = (row: Selectable<ContactThread>): Thread => ({
  id: row.id,
  email: row.email,
  lastAt: Temporal.Instant.from(row.last_at),
  waitingSince: instant(row.waiting_since),
  closedAt: instant(row.closed_at),
  assignedTo: row.assigned_to,
  version: row.version,
})

export const selectThread = async (db: Db, id: string): Promise<Thread | null> => {
  const row = await db.selectFrom('contact_thread').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? parseThread(row) : null
}

/** The conversation with an address; null for an address that has not written. */
export const selectThreadOf = async (db: Db, email: string): Promise<Thread | null> => {
  const row = await db.selectFrom('contact_thread').selectAll().where('email', '=', email).executeTakeFirst()
  return row ? parseThread(row) : null
}

export const lockThread = async (tx: Tx, id: string): Promise<Thread | null> => {
  const row = await tx.db
    .selectFrom('contact_thread')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? parseThread(row) : null
}

/** The place of a conversation in its list. */
export interface ThreadPlace {
  readonly at: string
  readonly id: string
}

interface ThreadsWanted {
  readonly state: ThreadState
  /** Only those that this person has taken. */
  readonly assignedTo: string | null
  readonly after: ThreadPlace | null
  readonly limit: number
}

/** Those that wait by how long, the others by their last message, the newest first. */
export const selectThreads = async (
  db: Db,
  { state, assignedTo, after, limit }: ThreadsWanted,
): Promise<readonly Thread[]> => {
  const base = db
    .selectFrom('contact_thread')
    .selectAll()
    .limit(limit)
    .$if(assignedTo !== null, (query) => query.where('assigned_to', '=', assignedTo))
  const rows =
    state === 'waiting'
      ? await base
          .where('waiting_since', 'is not', null)
          .$if(after !== null, (query) =>
            query.where((is) =>
              is(is.refTuple('waiting_since', 'id'), '>', is.tuple(after?.at ?? '', after?.id ?? '')),
            ),
          )
          .orderBy('waiting_since')
          .orderBy('id')
          .execute()
      : await base
          .where('waiting_since', 'is', null)
          .where('closed_at', state === 'closed' ? 'is not' : 'is', null)
          .$if(after !== null, (query) =>
            query.where((is) =>
              is(is.refTuple('last_at', 'id'), '<', is.tuple(after?.at ?? '', after?.id ?? '')),
            ),
          )
          .orderBy('last_at', 'desc')
          .orderBy('id', 'desc')
          .execute()
  return rows.map(parseThread)
}

/** How many conversations wait for an answer. */
export const countWaitingThreads = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('contact_thread')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Writes what an action has changed; the version goes up by one. */
export const updateThread = async (tx: Tx, thread: Thread): Promise<void> => {
  await tx.db
    .updateTable('contact_thread')
    .set({
      last_at: thread.lastAt.toString(),
      waiting_since: thread.waitingSince?.toString() ?? null,
      closed_at: thread.closedAt?.toString() ?? null,
      assigned_to: thread.assignedTo,
      version: thread.version + 1,
    })
    .where('id', '=', thread.id)
    .execute()
}

/** What staff answered. */
export interface Answer {
  readonly id: string
  readonly threadId: string
  readonly staffId: string
  readonly text: string
  readonly at: Temporal.Instant
}

const answers = (db: Db) =>
  db.selectFrom('contact_answer').select(['id', 'thread_id', 'staff_id', 'text', 'answered_at'])

type AnswerRow = Awaited<ReturnType<ReturnType<typeof answers>['executeTakeFirstOrThrow']>>

const parseAnswer = (row: AnswerRow): Answer => ({
  id: row.id,
  threadId: row.thread_id,
  staffId: row.staff_id,
  text: row.text,
  at: Temporal.Instant.from(row.answered_at),
})

export const selectAnswer = async (db: Db, id: string): Promise<Answer | null> => {
  const row = await answers(db).where('id', '=', id).executeTakeFirst()
  return row ? parseAnswer(row) : null
}

/** The answers of a conversation, the first one first. */
export const selectAnswers = async (db: Db, threadId: string): Promise<readonly Answer[]> => {
  const rows = await answers(db)
    .where('thread_id', '=', threadId)
    .orderBy('answered_at')
    .orderBy('id')
    .execute()
  return rows.map(parseAnswer)
}

export const insertAnswer = async (tx: Tx, answer: Answer): Promise<void> => {
  await tx.db
    .insertInto('contact_answer')
    .values({
      id: answer.id,
      thread_id: answer.threadId,
      staff_id: answer.staffId,
      text: answer.text,
      answered_at: answer.at.toString(),
    })
    .execute()
}

/** Deletes answers that were given before a moment, up to a limit. Returns how many. */
export const deleteAnswersBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db
    .selectFrom('contact_answer')
    .select('id')
    .where('answered_at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db
    .deleteFrom('contact_answer')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
