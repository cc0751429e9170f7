import { leftOutReasons, segmentSentence } from '#newsletter/rules/segment.ts'
import { countReach, moveCampaign, readCampaign, requireReach } from '#newsletter/server/campaigns.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { brand } from '#shared/brand.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../campaign-endpoints.ts'
import { openRequest } from './approval-requests.ts'
import {
  campaignSubject,
  needsSecondPerson,
  openCampaignRequest,
  scheduleWithEntry,
} from './campaign-approval.ts'
import type { CampaignPayload } from './campaign-approval.ts'
import { shownEmail } from './campaign-handlers.ts'
import { checkCampaign } from './campaign-checks.ts'
import type { PageServices } from './page-checks.ts'

type Handlers = HandlersFor<typeof endpoints>
type Plan = PayloadOf<typeof endpoints.scheduleDeskCampaign>

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

const wrong = (field: string, message: string): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { [field]: message } })

/** The moment that was typed, in the shop's time zone; null for at once. */
const momentIn = (typed: string, now: Temporal.Instant): Temporal.Instant | null => {
  if (typed === '') return null
  let at: Temporal.Instant
  try {
    at = Temporal.PlainDateTime.from(typed).toZonedDateTime(brand.timeZone).toInstant()
  } catch {
    throw wrong('send_at', 'Please enter a day and a time.')
  }
  if (Temporal.Instant.compare(at, now) <= 0) throw wrong('send_at', 'This moment has passed.')
  return at
}

/** Who types a number has read it. */
const requireTyped = ({ typed, count }: Pick<Plan, 'typed' | 'count'>): void => {
  if (typed.replaceAll(',', '') !== String(count))
    throw wrong('typed', `Please type how many get it, ${count.toLocaleString('en-US')}.`)
}

const ask = (deps: AppDeps, context: RequestContext, plan: Plan, payload: CampaignPayload) => {
  if (plan.reason.length < 3) throw wrong('reason', 'Please give a reason.')
  return openRequest(deps, context, {
    kind: 'newsletter',
    requestId: plan.request_id,
    order: null,
    payload,
    sum: null,
    shipments: null,
    reason: plan.reason,
  })
}

const schedule = async (
  services: PageServices,
  context: RequestContext,
  plan: Plan,
): Promise<{ approval: string | null }> => {
  const { deps } = services
  const { campaign, latest } = await readCampaign(deps.database, plan.id)
  if (campaign.state !== 'draft') throw refused('It was scheduled or sent meanwhile.')
  if (campaign.version !== plan.version) throw refused('Someone changed it meanwhile. Read it again first.')
  const sendAt = momentIn(plan.send_at, deps.clock.now())
  const { problems, hasClaims, content } = await checkCampaign(services, latest)
  if (problems[0]) throw refused(problems[0].message)
  if (plan.count === 0) throw refused('Nobody is in this segment.')
  requireTyped(plan)
  await requireReach(deps, latest.segment, plan.count)
  if ((await openCampaignRequest(deps, plan.id)) !== null)
    throw refused('A second person was asked for it already.')
  const payload: CampaignPayload = {
    campaign: plan.id,
    subject: content?.subject ?? '',
    version: plan.version,
    send_at: sendAt?.toString() ?? null,
    per_hour: plan.per_hour === '' ? null : Number(plan.per_hour),
    count: plan.count,
  }
  if (needsSecondPerson(plan.count, hasClaims))
    return { approval: (await ask(deps, context, plan, payload)).id }
  const people = { scheduledBy: staffOf(context).staffId, approvedBy: null, reason: plan.reason }
  await inTransaction(deps, (tx) => scheduleWithEntry(tx, context, payload, people))
  return { approval: null }
}

const createReachHandler = (services: PageServices): Pick<Handlers, 'viewCampaignReach'> => ({
  viewCampaignReach: async (context, { id }) => {
    const { deps } = services
    const { latest } = await readCampaign(deps.database, id)
    const [{ count, sample, leftOut }, checked] = await Promise.all([
      countReach(deps, latest.segment),
      checkCampaign(services, latest),
    ])
    const { role } = staffOf(context)
    return {
      count,
      sentence: segmentSentence(latest.segment),
      sample: sample.map((email) => shownEmail(role, email)),
      left_out: leftOutReasons.map((reason) => ({ reason, count: leftOut[reason] })),
      needs_second_person: needsSecondPerson(count, checked.hasClaims),
    }
  },
})

const createTestHandler = (services: PageServices): Pick<Handlers, 'testDeskCampaign'> => ({
  testDeskCampaign: async (context, { id, version, to }) => {
    const { deps } = services
    const actor = staffOf(context)
    const { campaign, latest } = await readCampaign(deps.database, id)
    if (campaign.version !== version) throw refused('Someone changed it meanwhile. Read it again first.')
    const { content } = await checkCampaign(services, latest)
    if (content === null) throw refused('Its texts are not in order yet.')
    const person = (await listStaff(deps.database)).find((one) => one.id === to && one.endedAt === null)
    if (!person) throw wrong('to', 'Please choose someone from the list.')
    await inTransaction(deps, async (tx) => {
      tx.publish({ kind: 'newsletter-test-requested', campaignId: id, version, email: person.email })
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        { action: 'newsletter.tested', subject: campaignSubject(id), after: { version, to: person.id } },
      )
    })
    return { done: true }
  },
})

const moved = { cancel: 'canceled', stop: 'stopped', continue: 'continued' } as const

/** Newsletter campaigns at the desk: who gets one, a test copy, the schedule, and what can be done with one that is sent. */
export const createCampaignSendHandlers = (
  services: PageServices,
): Pick<
  Handlers,
  'viewCampaignReach' | 'testDeskCampaign' | 'scheduleDeskCampaign' | 'moveDeskCampaign'
> => ({
  ...createReachHandler(services),
  ...createTestHandler(services),
  scheduleDeskCampaign: (context, plan) => schedule(services, context, plan),
  moveDeskCampaign: async (context, { id, action, reason }) => {
    const actor = staffOf(context)
    await inTransaction(services.deps, async (tx) => {
      const before = await moveCampaign(tx, id, action)
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: `newsletter.${moved[action]}`,
          subject: campaignSubject(id),
          before: { state: before },
          reason,
        },
      )
    })
    return { done: true }
  },
})
