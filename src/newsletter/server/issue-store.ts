import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { NewsletterIssue } from '../rules/issue-text.ts'

type Db = Kysely<Database>

const StoredIssue = z.object({
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
}) satisfies z.ZodType<NewsletterIssue>

/** Keeps a letter; the same text again is the letter that is known. Answers its id. */
export const saveIssue = async (tx: Tx, fingerprint: string, issue: NewsletterIssue): Promise<string> => {
  await tx.db
    .insertInto('newsletter_letter')
    .values({
      id: tx.ids.uuid(),
      fingerprint,
      subject: issue.subject,
      content: JSON.stringify(issue),
      written_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute()
  const { id } = await tx.db
    .selectFrom('newsletter_letter')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  return id
}

export const readIssueById = async (db: Db, id: string): Promise<NewsletterIssue | null> => {
  const row = await db
    .selectFrom('newsletter_letter')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? StoredIssue.parse(row.content) : null
}

/** Writes copies for those of the subscribers who have none of this letter; whose they are. */
export const insertRecipients = async (
  tx: Tx,
  issueId: string,
  subscriberIds: readonly string[],
): Promise<readonly string[]> => {
  if (subscriberIds.length === 0) return []
  const at = tx.now.toString()
  const rows = await tx.db
    .insertInto('newsletter_copy')
    .values(subscriberIds.map((id) => ({ letter_id: issueId, subscriber_id: id, state: 'waiting', at })))
    .onConflict((conflict) => conflict.columns(['letter_id', 'subscriber_id']).doNothing())
    .returning('subscriber_id')
    .execute()
  return rows.map(({ subscriber_id: id }) => id)
}

interface IssueRecipient {
  readonly issueId: string
  readonly subscriberId: string
}

export const isPending = async (db: Db, { issueId, subscriberId }: IssueRecipient): Promise<boolean> => {
  const row = await db
    .selectFrom('newsletter_copy')
    .select('state')
    .where('letter_id', '=', issueId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst()
  return row?.state === 'waiting'
}

export const settleRecipient = async (
  tx: Tx,
  { issueId, subscriberId }: IssueRecipient,
  state: 'sent' | 'refused' | 'left',
): Promise<void> => {
  await tx.db
    .updateTable('newsletter_copy')
    .set({ state, at: tx.now.toString() })
    .where('letter_id', '=', issueId)
    .where('subscriber_id', '=', subscriberId)
    .execute()
}

/** Every letter with how many copies stand how, the newest first. */
export const countRecipients = (db: Db) =>
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
