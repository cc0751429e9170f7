import { accountById, wantsMail } from '#account/server/accounts.ts'
import { createMailStopLinks } from '#account/server/mail-stop-links.ts'
import type { JobHandlers } from '#platform/jobs.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { noticeSent, noticeToSend } from '#subscription/server/notices.ts'
import type { ShopJobPayloads } from './job-payloads.ts'
import type { MailDocument } from './mails/mail-document.ts'
import { subscriptionNotice } from './mails/subscription-notice.ts'

type Send = (
  id: string,
  to: string,
  document: MailDocument,
  headers?: Readonly<Record<string, string>>,
) => Promise<void>

/** Headers with which mail programs can stop reminders (RFC 2369, RFC 8058). */
const stopHeaders = (url: string | null) =>
  url === null
    ? undefined
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/**
 * Notices that the law or the shop promises are sent whatever the mail settings are; order reminders can be stopped.
 */
export const createNoticeMailJobs = (
  deps: AppDeps,
  send: Send,
): Pick<JobHandlers<ShopJobPayloads>, 'mail: subscription notice'> => ({
  'mail: subscription notice': async ({ noticeId }) => {
    const notice = await noticeToSend(deps, noticeId)
    const account = notice && (await accountById(deps.database, notice.accountId))
    if (!notice || !account) return
    const { accountId, kind, subscriptionId, content: text } = notice
    const isReminder = kind === 'reminder'
    if (isReminder && !(await wantsMail(deps.database, accountId, 'order-reminder'))) return
    const manageUrl = `${deps.publicUrl}/account/subscriptions/${subscriptionId}`
    const stopUrl = isReminder ? createMailStopLinks(deps).urlOf(accountId) : null
    await send(
      `notice-${noticeId}`,
      account.email,
      subscriptionNotice({ ...text, kind, manageUrl, stopUrl }),
      stopHeaders(stopUrl),
    )
    await noticeSent(deps, noticeId)
  },
})
