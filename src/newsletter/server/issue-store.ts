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

/** Saves an issue; the same text again is the same issue. Returns its id. */
export const saveIssue = async (tx: Tx, fingerprint: string, issue: NewsletterIssue): Promise<string> => {
  await tx.db
    .insertInto('newsletter_issue')
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
    .selectFrom('newsletter_issue')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  return id
}

export const readIssueById = async (db: Db, id: string): Promise<NewsletterIssue | null> => {
  const row = await db
    .selectFrom('newsletter_issue')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? StoredIssue.parse(row.content) : null
}

/** Adds those of the subscribers who are not recipients of this issue yet; returns who they are. */
export const insertRecipients = async (
  tx: Tx,
  issueId: string,
  subscriberIds: readonly string[],
): Promise<readonly string[]> => {
  if (subscriberIds.length === 0) return []
  const at = tx.now.toString()
  const rows = await tx.db
    .insertInto('newsletter_recipient')
    .values(subscriberIds.map((id) => ({ issue_id: issueId, subscriber_id: id, state: 'waiting', at })))
    .onConflict((conflict) => conflict.columns(['issue_id', 'subscriber_id']).doNothing())
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
    .selectFrom('newsletter_recipient')
    .select('state')
    .where('issue_id', '=', issueId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst()
  return row?.state === 'waiting'
}

export const settleRecipient = async (
  tx: Tx,
  { issueId, subscriberId }: IssueRecipient,
  state: 'sent' | 'refused' | 'unsubscribed',
): Promise<void> => {
  await tx.db
    .updateTable('newsletter_recipient')
    .set({ state, at: tx.now.toString() })
    .where('issue_id', '=', issueId)
    .where('subscriber_id', '=', subscriberId)
    .execute()
}

/** Every issue with its number of recipients by state, newest first. */
export const countRecipients = (db: Db) =>
  db
    .selectFrom('newsletter_issue as issue')
    .leftJoin('newsletter_recipient as recipient', 'recipient.issue_id', 'issue.id')
    .select((select) => [
      'issue.subject',
      'issue.written_at',
      select.fn.count<number>('recipient.state').filterWhere('recipient.state', '=', 'waiting').as('waiting'),
      select.fn.count<number>('recipient.state').filterWhere('recipient.state', '=', 'sent').as('sent'),
      select.fn.count<number>('recipient.state').filterWhere('recipient.state', '=', 'refused').as('refused'),
      select.fn
        .count<number>('recipient.state')
        .filterWhere('recipient.state', '=', 'unsubscribed')
        .as('unsubscribed'),
    ])
    .groupBy(['issue.id', 'issue.subject', 'issue.written_at'])
    .orderBy('issue.written_at', 'desc')
    .execute()
