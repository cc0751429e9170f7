import { accountById } from '#account/server/accounts.ts'
import type { JobHandlers } from '#platform/jobs.ts'
import type { World } from '#platform/world.ts'
import { noticeSent, noticeToSend } from '#subscription/server/notices.ts'
import type { ShopJobShapes } from './job-shapes.ts'
import type { MailDocument } from './mails/mail-document.ts'
import { subscriptionNotice } from './mails/subscription-notice.ts'

type Send = (id: string, to: string, document: MailDocument) => Promise<void>

/** Notices that the law or the shop promises: never a matter of the member's mail settings. */
export const createNoticeMailJobs = (
  world: World,
  send: Send,
): Pick<JobHandlers<ShopJobShapes>, 'mail: subscription notice'> => ({
  'mail: subscription notice': async ({ noticeId }) => {
    const notice = await noticeToSend(world.database, noticeId)
    const account = notice && (await accountById(world.database, notice.accountId))
    if (!notice || !account) return
    const manageUrl = `${world.publicUrl}/account/subscriptions/${notice.subscriptionId}`
    await send(
      `notice-${noticeId}`,
      account.email,
      subscriptionNotice({ ...notice.words, kind: notice.kind, manageUrl }),
    )
    await noticeSent(world, noticeId)
  },
})
