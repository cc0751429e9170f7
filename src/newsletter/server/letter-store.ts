import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import type { Letter } from '../rules/letter-text.ts'

type Db = Kysely<Database>

const StoredLetter = z.object({
  subject: z.string(),
  preview: z.string(),
  heading: z.string(),
  blocks: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('paragraph'), text: z.string() }),
      z.object({ kind: z.literal('section'), title: z.string() }),
      z.object({ kind: z.literal('button'), label: z.string(), href: z.string() }),
    ]),
  ),
}) satisfies z.ZodType<Letter>

/** Keeps a letter; the same text again is the letter that is known. Answers its id. */
export const keepLetter = async (work: Work, fingerprint: string, letter: Letter): Promise<string> => {
  await work.db
    .insertInto('newsletter_letter')
    .values({
      id: work.ids.uuid(),
      fingerprint,
      subject: letter.subject,
      content: JSON.stringify(letter),
      written_at: work.now.toString(),
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute()
  const { id } = await work.db
    .selectFrom('newsletter_letter')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  return id
}

export const readLetterById = async (db: Db, id: string): Promise<Letter | null> => {
  const row = await db
    .selectFrom('newsletter_letter')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? StoredLetter.parse(row.content) : null
}

/** Writes copies for those of the subscribers who have none of this letter; whose they are. */
export const insertCopies = async (
  work: Work,
  letterId: string,
  subscriberIds: readonly string[],
): Promise<readonly string[]> => {
  if (subscriberIds.length === 0) return []
  const at = work.now.toString()
  const rows = await work.db
    .insertInto('newsletter_copy')
    .values(subscriberIds.map((id) => ({ letter_id: letterId, subscriber_id: id, state: 'waiting', at })))
    .onConflict((conflict) => conflict.columns(['letter_id', 'subscriber_id']).doNothing())
    .returning('subscriber_id')
    .execute()
  return rows.map(({ subscriber_id: id }) => id)
}

interface Copy {
  readonly letterId: string
  readonly subscriberId: string
}

export const isWaiting = async (db: Db, { letterId, subscriberId }: Copy): Promise<boolean> => {
  const row = await db
    .selectFrom('newsletter_copy')
    .select('state')
    .where('letter_id', '=', letterId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst()
  return row?.state === 'waiting'
}

export const settleCopy = async (
  work: Work,
  { letterId, subscriberId }: Copy,
  state: 'sent' | 'refused' | 'left',
): Promise<void> => {
  await work.db
    .updateTable('newsletter_copy')
    .set({ state, at: work.now.toString() })
    .where('letter_id', '=', letterId)
    .where('subscriber_id', '=', subscriberId)
    .execute()
}

/** Every letter with how many copies stand how, the newest first. */
export const countCopies = (db: Db) =>
  db
    .selectFrom('newsletter_letter as letter')
    .leftJoin('newsletter_copy as copy', 'copy.letter_id', 'letter.id')
    .select((select) => [
      'letter.subject',
      'letter.written_at',
      select.fn.count<number>('copy.state').filterWhere('copy.state', '=', 'waiting').as('waiting'),
      select.fn.count<number>('copy.state').filterWhere('copy.state', '=', 'sent').as('sent'),
      select.fn.count<number>('copy.state').filterWhere('copy.state', '=', 'refused').as('refused'),
      select.fn.count<number>('copy.state').filterWhere('copy.state', '=', 'left').as('left'),
    ])
    .groupBy(['letter.id', 'letter.subject', 'letter.written_at'])
    .orderBy('letter.written_at', 'desc')
    .execute()
