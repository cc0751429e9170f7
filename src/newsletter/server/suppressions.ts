import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { softBounceLimit } from '../rules/delivery-report.ts'
import type { DeliveryReport } from '../rules/delivery-report.ts'
import { markCopy, selectCopyByToken, selectLastSent } from './copy-store.ts'
import type { CopyKey } from './copy-store.ts'
import {
  insertConsent,
  lockSubscriber,
  lockSubscriberByEmail,
  readSubscriber,
  writeState,
} from './subscriber-store.ts'
import type { StoredSubscriber } from './subscriber-store.ts'
import { countSoftBounces, insertBounce, upsertSuppression } from './suppression-store.ts'

export { readReturnedMail } from './returned-mail.ts'
export { readMailWebhook } from './mail-webhooks.ts'
export type { MailWebhookKeys } from './mail-webhooks.ts'
export {
  deleteBouncesBefore as forgetBouncesBefore,
  deleteSuppressionOf as removeSuppression,
  lockSuppression,
  selectSuppressionOf as suppressionOf,
  selectSuppressions as suppressedAddresses,
} from './suppression-store.ts'
export type { Suppression } from './suppression-store.ts'

/** What became of a report. */
export type ReportResult = 'recorded' | 'known' | 'nobody'

interface Reported {
  readonly email: string
  readonly subscriber: StoredSubscriber | null
  readonly copy: CopyKey | null
}

/** Whom a report is about: by its copy, otherwise by the address and the copy that went there last. */
const reportedBy = async (tx: Tx, report: DeliveryReport): Promise<Reported | null> => {
  const copy = report.copyToken === null ? null : await selectCopyByToken(tx.db, report.copyToken)
  const owner = copy && (await readSubscriber(tx.db, copy.subscriberId))
  if (copy && owner) {
    const subscriber = await lockSubscriber(tx.db, owner.id)
    return subscriber && { email: subscriber.email, subscriber, copy }
  }
  if (report.email === null) return null
  const subscriber = await lockSubscriberByEmail(tx.db, report.email)
  const last = subscriber && (await selectLastSent(tx.db, subscriber.id))
  return { email: report.email, subscriber, copy: last }
}

/** Who complains has withdrawn the consent; the proof says so. */
const unsubscribeComplainer = async (tx: Tx, subscriber: StoredSubscriber, source: string): Promise<void> => {
  if (subscriber.state === 'unsubscribed') return
  await writeState(tx.db, subscriber.id, { state: 'unsubscribed' }, tx.now)
  await insertConsent(
    tx.db,
    {
      id: tx.ids.uuid(),
      subscriberId: subscriber.id,
      action: 'unsubscribed',
      statement: '',
      page: `complaint: ${source}`,
      network: '',
      userAgent: '',
      country: '',
    },
    tx.now,
  )
}

/** Why an address is suppressed after a report; null while it is not. */
const reasonAfter = async (tx: Tx, { kind }: DeliveryReport, email: string) => {
  if (kind === 'complaint') return 'complaint'
  if (kind === 'hard') return 'hard-bounce'
  const since = tx.now.subtract({ hours: softBounceLimit.days * 24 })
  return (await countSoftBounces(tx.db, email, since)) >= softBounceLimit.bounces ? 'soft-bounces' : null
}

const record = async (tx: Tx, report: DeliveryReport, source: string): Promise<ReportResult> => {
  const found = await reportedBy(tx, report)
  if (!found || found.email.endsWith('.invalid')) return 'nobody'
  const { email, subscriber, copy } = found
  const campaignId = copy?.campaignId ?? null
  if (!(await insertBounce(tx, report, { email, campaignId, source }))) return 'known'
  if (copy) await markCopy(tx, copy, report.kind === 'complaint' ? 'complained' : 'bounced')
  if (report.kind === 'complaint' && subscriber) await unsubscribeComplainer(tx, subscriber, source)
  const reason = await reasonAfter(tx, report, email)
  if (reason !== null)
    await upsertSuppression(tx, { email, reason, detail: report.detail, source, campaignId })
  return 'recorded'
}

/**
 * Records what a mail server or a mail service says of a mail; the same report again changes nothing. A hard bounce, a complaint or
 * too many soft bounces suppress the address. Mails about orders are sent to it nevertheless.
 */
export const recordDeliveryReport = (
  deps: AppDeps,
  report: DeliveryReport,
  source: string,
): Promise<ReportResult> => inTransaction(deps, (tx) => record(tx, report, source))
