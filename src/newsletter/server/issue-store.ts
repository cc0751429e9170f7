import type { Tx } from '#platform/app-deps.ts'
import type { CopyKey } from './copy-store.ts'

/** Whether a process of the release before sent this copy, while it was made one of a campaign. */
export const wasSentAsIssue = async (tx: Tx, { campaignId, subscriberId }: CopyKey): Promise<boolean> => {
  const row = await tx.db
    .selectFrom('newsletter_recipient')
    .innerJoin('newsletter_issue', 'newsletter_issue.id', 'newsletter_recipient.issue_id')
    .select('newsletter_issue.id')
    .where('issue_id', '=', campaignId)
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', 'sent')
    .executeTakeFirst()
  return row !== undefined
}
