import { z } from 'zod'
import { orderById } from '#order/server/orders.ts'
import { needsEvidence } from '#payment/processor/rules/dispute-state.ts'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { disputeById } from '../server/disputes.ts'
import type { DisputeServices } from '../server/follow-dispute.ts'
import { fraudWarningById } from '../server/fraud-warnings.ts'
import { disputeMail, fraudWarningMail } from './dispute-mails.ts'

const DisputeJob = z.object({ disputeId: z.uuid() })

export const disputeJobPayloads = {
  'mail: dispute': DisputeJob.extend({ mail: z.enum(['opened', 'due', 'closed']) }),
  'mail: fraud warning': z.object({ warningId: z.uuid() }),
  'dispute: pause subscriptions': DisputeJob,
  'dispute: release subscriptions': DisputeJob,
  'dispute: resume subscription': DisputeJob.extend({ subscriptionId: z.uuid() }),
} as const satisfies JobShapes

/** What follows from disputes: mails to the shop, and what happens to subscriptions. */
export const disputeJobs = {
  'dispute-opened': ({ disputeId }) => [
    { kind: 'mail: dispute', payload: { disputeId, mail: 'opened' } },
    { kind: 'dispute: pause subscriptions', payload: { disputeId } },
  ],
  'dispute-due': ({ disputeId }) => [{ kind: 'mail: dispute', payload: { disputeId, mail: 'due' } }],
  'dispute-closed': ({ disputeId }) => [
    { kind: 'mail: dispute', payload: { disputeId, mail: 'closed' } },
    { kind: 'dispute: release subscriptions', payload: { disputeId } },
  ],
  'stop-ended': ({ disputeId, subscriptionId }) => [
    { kind: 'dispute: resume subscription', payload: { disputeId, subscriptionId } },
  ],
  'fraud-warned': ({ warningId }) => [{ kind: 'mail: fraud warning', payload: { warningId } }],
} satisfies Partial<JobsByEvent<typeof disputeJobPayloads>>

/** The worker's jobs for mails to the shop about disputes. */
export const createDisputeMailJobs = ({ deps, disputes: policy }: DisputeServices, send: SendMail) => ({
  'mail: dispute': async ({
    disputeId,
    mail,
  }: z.output<(typeof disputeJobPayloads)['mail: dispute']>): Promise<void> => {
    const dispute = policy.tell_operators ? await disputeById(deps.database, disputeId) : null
    // Answered meanwhile: there is nothing to remind of.
    if (!dispute || (mail === 'due' && !needsEvidence(dispute.state))) return
    const { id, state, reason, amountCents, currency, evidenceDueAt } = dispute
    const { number: orderNumber } = await orderById(deps.database, dispute.orderId)
    const dueOn = evidenceDueAt && dateIn(evidenceDueAt, brand.timeZone).toString()
    const facts = { id, state, reason, amountCents, currency, orderNumber, dueOn }
    await send(`dispute-${mail}-${id}`, brand.supportEmail, disputeMail(mail, facts))
  },
  'mail: fraud warning': async ({ warningId }: { readonly warningId: string }): Promise<void> => {
    const warning = policy.tell_operators ? await fraudWarningById(deps.database, warningId) : null
    if (!warning) return
    const { number: orderNumber } = await orderById(deps.database, warning.orderId)
    const { fraudType } = warning
    const isHeld = policy.hold_after_fraud_warning
    await send(
      `fraud-warning-${warningId}`,
      brand.supportEmail,
      fraudWarningMail({ orderNumber, fraudType, isHeld }),
    )
  },
})
