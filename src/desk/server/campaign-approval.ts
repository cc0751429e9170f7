import { z } from 'zod'
import { secondPersonFrom } from '#newsletter/rules/campaign-content.ts'
import { segmentSentence } from '#newsletter/rules/segment.ts'
import {
  campaignVersion,
  readCampaign,
  requireReach,
  scheduleCampaign,
} from '#newsletter/server/campaigns.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { timeWords } from '../rules/moment-words.ts'
import { selectOpenRequest } from './approval-store.ts'
import type { StoredApproval } from './approval-store.ts'
import { checkCampaign } from './campaign-checks.ts'
import type { PageServices } from './page-checks.ts'

/** A campaign as a second person was asked for it. */
export const CampaignPayload = z.object({
  campaign: z.string(),
  subject: z.string(),
  version: z.number(),
  /** Null for at once. */
  send_at: z.string().nullable(),
  per_hour: z.number().nullable(),
  /** How many got it when it was asked for. */
  count: z.number(),
})

export type CampaignPayload = z.output<typeof CampaignPayload>

/** What the log calls a campaign. */
export const campaignSubject = (id: string): string => `newsletter:${id}`

export const subjectOfCampaign = ({ payload }: Pick<StoredApproval, 'payload'>): string =>
  CampaignPayload.parse(payload).subject

/** The request for a campaign that nobody decided yet; null without one. */
export const openCampaignRequest = (
  { database, clock }: AppDeps,
  id: string,
): Promise<StoredApproval | null> =>
  selectOpenRequest(database, { kind: 'newsletter', key: 'campaign', value: id }, clock.now())

/** Whether somebody else has to agree: to a mail for many, and to what it says of the body. */
export const needsSecondPerson = (count: number, hasClaims: boolean): boolean =>
  count >= secondPersonFrom || hasClaims

const changed = 'It was changed since it was asked for, or is no draft any more.'

/** What is to be done, for who decides. */
export const summarizeCampaign = async ({ deps }: Pick<PageServices, 'deps'>, one: StoredApproval) => {
  const {
    campaign: id,
    subject,
    version,
    send_at: sendAt,
    per_hour: perHour,
    count,
  } = CampaignPayload.parse(one.payload)
  const href = `/desk/newsletters/${id}`
  const sent = await campaignVersion(deps.database, id, version)
  const when = sendAt === null ? 'at once' : `on ${timeWords(sendAt)}`
  const contents = [
    `“${subject}” is sent ${when}${perHour === null ? '' : `, ${perHour.toLocaleString('en-US')} copies an hour at most`}.`,
    `${sent ? segmentSentence(sent.segment) : 'Nobody'}: ${count.toLocaleString('en-US')} when it was asked for.`,
  ]
  if (one.state !== 'open') return { href, contents, refusal: null, action: null }
  const { campaign } = await readCampaign(deps.database, id)
  const isCurrent = campaign.state === 'draft' && campaign.version === version
  return isCurrent
    ? { href, contents, refusal: null, action: stepUpActions.approve(one.id) }
    : { href, contents, refusal: `${changed} Refuse it; it can be asked for again.`, action: null }
}

/** Schedules exactly what was asked for, with its entry of the log. */
export const scheduleWithEntry = async (
  tx: Tx,
  context: RequestContext,
  payload: CampaignPayload,
  people: { readonly scheduledBy: string; readonly approvedBy: string | null; readonly reason: string },
): Promise<void> => {
  const { campaign: id, version, send_at: sendAt, per_hour: perHour, count } = payload
  const { reason, ...by } = people
  await scheduleCampaign(tx, id, {
    version,
    sendAt: sendAt === null ? null : Temporal.Instant.from(sendAt),
    perHour,
    ...by,
  })
  recordAction(
    tx,
    { actor: staffOf(context), requestId: context.requestId },
    {
      action: 'newsletter.scheduled',
      subject: campaignSubject(id),
      after: { version, recipients: count, send_at: sendAt, per_hour: perHour },
      reason,
    },
  )
}

/** Schedules what was asked for, as a second person. `decide` marks the request as approved, in the same transaction. */
export const approveCampaign = async (
  services: PageServices,
  context: RequestContext,
  one: StoredApproval,
  decide: (tx: Tx) => Promise<void>,
): Promise<string> => {
  const { deps } = services
  const payload = CampaignPayload.parse(one.payload)
  const version = await campaignVersion(deps.database, payload.campaign, payload.version)
  if (!version) throw new ShopError('NOT_FOUND')
  const { problems } = await checkCampaign(services, version)
  if (problems[0])
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: `${problems[0].message} Nothing was done.` })
  await requireReach(deps, version.segment, payload.count)
  const actor = staffOf(context)
  await inTransaction(deps, async (tx) => {
    await decide(tx)
    await requireStepUp(tx, actor, stepUpActions.approve(one.id))
    await scheduleWithEntry(tx, context, payload, {
      scheduledBy: one.requested_by,
      approvedBy: actor.staffId,
      reason: one.reason,
    })
  })
  return 'The newsletter is scheduled.'
}
