import { brand } from '#shared/brand.ts'
import { readOutbox } from '#platform/mail.ts'
import type { TimeMachineDeps } from '#dev-tools/server/time-machine.ts'
import { nextDueOn } from './due-work.ts'
import type { DueReport } from './due-work.ts'
import type { Shop } from './shop.ts'

const sum = (a: DueReport, b: DueReport): DueReport => ({
  renewals: a.renewals + b.renewals,
  declined: a.declined + b.declined,
  shipped: a.shipped + b.shipped,
  failed: [...new Set([...a.failed, ...b.failed])],
})

const isEmpty = (report: DueReport): boolean => report.renewals + report.declined + report.shipped === 0

/** The clock, the due work and the mails, as the time machine needs them. */
export const timeMachineDeps = (
  shop: Pick<Shop, 'clock' | 'services' | 'runDue' | 'jobs' | 'jobHandlers'>,
): TimeMachineDeps => ({
  now: () => shop.clock.now(),
  timeZone: brand.timeZone,
  setClock: (moment) => shop.clock.moveTo(moment),
  nextDueOn: () => nextDueOn(shop.services),
  runDueWork: async () => {
    let total: DueReport = { renewals: 0, declined: 0, shipped: 0, failed: [] }
    for (;;) {
      const report = await shop.runDue()
      total = sum(total, report)
      if (isEmpty(report)) break
    }
    await shop.jobs.drain(shop.jobHandlers)
    return total
  },
})

/** The mails of the outbox folder in the form of the wire. */
export const readShopOutbox = async ({ outboxFolder }: Pick<Shop, 'outboxFolder'>) =>
  (await readOutbox(outboxFolder)).map(({ id, to, replyTo, headers, subject, sentAt, text, html }) => ({
    id,
    to,
    reply_to: replyTo ?? null,
    headers: headers ?? {},
    subject,
    sent_at: sentAt,
    text,
    html,
  }))
