import { createHash } from 'node:crypto'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { NewsletterIssue } from '../rules/issue-text.ts'
import { insertRecipients, isPending, saveIssue, readIssueById, settleRecipient } from './issue-store.ts'
import { readSubscribedAfter, readSubscriber } from './subscriber-store.ts'
import type { StoredSubscriber } from './subscriber-store.ts'

export { readIssueById as issueById, countRecipients as issueStatistics } from './issue-store.ts'

const batchSize = 500

const issueFingerprint = (issue: NewsletterIssue): string =>
  createHash('sha256').update(JSON.stringify(issue)).digest('hex')

/** Queues an issue for every subscriber who did not get it; returns how many. */
export const sendIssue = async (deps: AppDeps, issue: NewsletterIssue): Promise<number> => {
  let sent = 0
  for (let after: string | null = null; ;) {
    const ids: readonly string[] = await readSubscribedAfter(deps.database, after, batchSize)
    sent += await inTransaction(deps, async (tx) => {
      const issueId = await saveIssue(tx, issueFingerprint(issue), issue)
      const recipientIds = await insertRecipients(tx, issueId, ids)
      for (const subscriberId of recipientIds)
        tx.publish({ kind: 'newsletter-issue-due', issueId, subscriberId })
      return recipientIds.length
    })
    if (ids.length < batchSize) return sent
    after = ids.at(-1) ?? null
  }
}

/** Queues a test copy for any address; it is not counted. */
export const sendTestIssue = (deps: AppDeps, issue: NewsletterIssue, email: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const issueId = await saveIssue(tx, issueFingerprint(issue), issue)
    tx.publish({ kind: 'newsletter-test-requested', issueId, email })
  })

interface IssueRecipient {
  readonly issueId: string
  readonly subscriberId: string
}

type DeliverIssue = (issue: NewsletterIssue, to: StoredSubscriber) => Promise<'sent' | 'refused'>

/** Sends a pending copy. A person who unsubscribed meanwhile gets none; refused mails are counted. */
export const sendToRecipient = async (
  deps: AppDeps,
  recipient: IssueRecipient,
  deliver: DeliverIssue,
): Promise<void> => {
  if (!(await isPending(deps.database, recipient))) return
  const issue = await readIssueById(deps.database, recipient.issueId)
  const subscriber = await readSubscriber(deps.database, recipient.subscriberId)
  if (!issue || !subscriber) return
  const state = subscriber.state === 'subscribed' ? await deliver(issue, subscriber) : 'unsubscribed'
  await inTransaction(deps, (tx) => settleRecipient(tx, recipient, state))
}
