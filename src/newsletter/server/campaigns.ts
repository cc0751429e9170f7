import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { CampaignContent, isAboutSame } from '../rules/campaign-content.ts'
import type { CampaignState } from '../rules/campaign-content.ts'
import { mergeContent } from '../rules/merge-content.ts'
import type { DraftContent } from '../rules/merge-content.ts'
import { mergeSegments } from '../rules/merge-segment.ts'
import { neededFacts, everySubscriber, leftOutReason } from '../rules/segment.ts'
import type { LeftOutReason, Segment } from '../rules/segment.ts'
import {
  insertCampaign,
  insertVersion,
  lockCampaign,
  selectByFingerprint,
  selectCampaign,
  selectVersion,
  updateCampaign,
} from './campaign-store.ts'
import type { Campaign, CampaignVersion } from './campaign-store.ts'
import { readFactsAfter } from './fact-store.ts'

export { campaignDocument, campaignPlans, isMailPicture } from './campaign-mail.ts'
export type { CampaignPlans } from './campaign-mail.ts'
export {
  countCopies,
  deleteClicksBefore as forgetClicksBefore,
  selectCampaignsOf as campaignsOf,
} from './copy-store.ts'
export { campaignClicks } from './campaign-clicks.ts'
export { revenueOf, selectCampaignOrders, selectCopyRows } from './campaign-rows.ts'
export type { CopyRow } from './campaign-rows.ts'
export { hasCampaignsDue, sendDueCampaigns } from './send-campaigns.ts'
export { selectCampaigns as campaignsBefore, selectVersion as campaignVersion } from './campaign-store.ts'
export type { Campaign, CampaignVersion } from './campaign-store.ts'

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

/** A campaign with its latest version. NOT_FOUND. */
export const readCampaign = async (
  db: AppDeps['database'],
  id: string,
): Promise<{ readonly campaign: Campaign; readonly latest: CampaignVersion }> => {
  const campaign = await selectCampaign(db, id)
  const latest = campaign && (await selectVersion(db, id, campaign.version))
  if (!campaign || !latest) throw new ShopError('NOT_FOUND')
  return { campaign, latest }
}

const locked = async (tx: Tx, id: string): Promise<Campaign> => {
  const campaign = await lockCampaign(tx, id)
  if (!campaign) throw new ShopError('NOT_FOUND')
  return campaign
}

/** Makes a campaign; null when the same file of an operator made one before. */
export const createCampaign = (
  tx: Tx,
  one: {
    readonly content: object
    readonly segment: Segment
    readonly staffId: string | null
    readonly fingerprint?: string
  },
): Promise<string | null> => insertCampaign(tx, { ...one, fingerprint: one.fingerprint ?? null })

/** What was made of the version `base`: what it says, or for whom it is; the other stays as it is now. */
interface CampaignSave {
  readonly base: number
  readonly content?: DraftContent
  readonly segment?: Segment
  readonly staffId: string
}

type Saved =
  | { readonly kind: 'saved'; readonly version: number }
  /** Somebody else changed the same meanwhile: nothing is saved. What is here has both changes, and in the conflicts what was sent. */
  | {
      readonly kind: 'conflict'
      readonly theirs: CampaignVersion
      readonly content: DraftContent
      readonly segment: Segment
    }

/** What a save makes of the latest version, or what does not go together. */
const mergeSave = (base: CampaignVersion, latest: CampaignVersion, { content, segment }: CampaignSave) => {
  const says = mergeContent(base.content, latest.content, content ?? base.content)
  const isFor = mergeSegments(base.segment, latest.segment, segment ?? base.segment)
  return {
    content: says.value,
    segment: isFor.value,
    hasConflict: says.conflicts.length + isFor.conflicts.length > 0,
  }
}

/**
 * Saves the next version of a draft. What others saved since `base` stays where this changes something else. ACTION_NOT_ALLOWED when
 * it is no draft.
 */
export const saveCampaign = async (tx: Tx, id: string, saved: CampaignSave): Promise<Saved> => {
  const campaign = await locked(tx, id)
  if (campaign.state !== 'draft')
    throw refused('It is scheduled or was sent. Nothing is saved; what you entered is kept.')
  const [base, latest] = [
    await selectVersion(tx.db, id, saved.base),
    await selectVersion(tx.db, id, campaign.version),
  ]
  if (!base || !latest) throw new ShopError('NOT_FOUND')
  const { content, segment, hasConflict } = mergeSave(base, latest, saved)
  if (hasConflict) return { kind: 'conflict', theirs: latest, content, segment }
  const number = campaign.version + 1
  await insertVersion(tx, id, { content, segment, staffId: saved.staffId, number })
  await updateCampaign(tx, id, { version: number })
  return { kind: 'saved', version: number }
}

/** When and how fast a campaign is sent, and what was agreed to. */
export interface CampaignPlan {
  readonly version: number
  /** Null for at once. */
  readonly sendAt: Temporal.Instant | null
  readonly perHour: number | null
  readonly scheduledBy: string | null
  readonly approvedBy: string | null
}

/** Schedules exactly this version. ACTION_NOT_ALLOWED when it is not the latest one, or no draft any more. */
export const scheduleCampaign = async (tx: Tx, id: string, plan: CampaignPlan): Promise<void> => {
  const campaign = await locked(tx, id)
  if (campaign.state !== 'draft') throw refused('It was scheduled or sent meanwhile.')
  if (campaign.version !== plan.version) throw refused('Someone changed it meanwhile. Read it again first.')
  const isLater = plan.sendAt !== null && Temporal.Instant.compare(plan.sendAt, tx.now) > 0
  await updateCampaign(tx, id, {
    state: 'scheduled',
    sent_version: plan.version,
    send_at: (isLater && plan.sendAt ? plan.sendAt : tx.now).toString(),
    per_hour: plan.perHour,
    scheduled_by: plan.scheduledBy,
    approved_by: plan.approvedBy,
  })
}

/** The actions on a campaign that is scheduled or being sent, with the states in which they can be done. */
const moves = {
  cancel: { from: ['scheduled'], to: 'draft', refusal: 'It is not scheduled any more.' },
  stop: { from: ['scheduled', 'sending'], to: 'stopped', refusal: 'It is not being sent.' },
  continue: { from: ['stopped'], to: 'sending', refusal: 'It is not stopped.' },
} as const satisfies Record<
  string,
  { readonly from: readonly CampaignState[]; readonly to: CampaignState; readonly refusal: string }
>

export type CampaignMove = keyof typeof moves

/**
 * Cancels a schedule, stops a campaign or continues it; answers the state before. Once a stop is answered, no further copy is taken up.
 * ACTION_NOT_ALLOWED with a sentence in another state.
 */
export const moveCampaign = async (tx: Tx, id: string, action: CampaignMove): Promise<CampaignState> => {
  const campaign = await locked(tx, id)
  const { from, to, refusal } = moves[action]
  if (!from.some((state) => state === campaign.state)) throw refused(refusal)
  const isDraft = to === 'draft'
  await updateCampaign(tx, id, {
    state: to,
    ...(isDraft
      ? { sent_version: null, send_at: null, per_hour: null, scheduled_by: null, approved_by: null }
      : {}),
    ...(action === 'continue' ? { send_at: tx.now.toString(), released_at: tx.now.toString() } : {}),
  })
  return campaign.state
}

/** How many are in a segment now, some of them, and why others on the list are not. */
export interface Reach {
  readonly count: number
  readonly sample: readonly string[]
  readonly leftOut: Readonly<Record<LeftOutReason, number>>
}

const readAtOnce = 2_000
const sampleSize = 10

const nobodyLeftOut: Readonly<Record<LeftOutReason, number>> = {
  unconfirmed: 0,
  unsubscribed: 0,
  erased: 0,
  'no-proof': 0,
  suppressed: 0,
  'not-in-segment': 0,
}

/** Counts by the rule that decides when a campaign is sent. */
export const countReach = async (deps: AppDeps, segment: Segment): Promise<Reach> => {
  const leftOut: Record<LeftOutReason, number> = { ...nobodyLeftOut }
  const sample: string[] = []
  const requested = neededFacts(segment)
  const now = deps.clock.now()
  let count = 0
  for (let after: string | null = null; ;) {
    const known = await readFactsAfter(deps.database, requested, after, readAtOnce)
    for (const { email, facts } of known) {
      const reason = leftOutReason(segment, facts, now)
      if (reason !== null) leftOut[reason] += 1
      else {
        count += 1
        if (sample.length < sampleSize) sample.push(email)
      }
    }
    if (known.length < readAtOnce) return { count, sample, leftOut }
    after = known.at(-1)?.id ?? null
  }
}

/** Counts again; ACTION_NOT_ALLOWED when it is not about the number that was shown. */
export const requireReach = async (deps: AppDeps, segment: Segment, shown: number): Promise<void> => {
  const { count } = await countReach(deps, segment)
  if (isAboutSame(count, shown)) return
  throw refused(`By now it is for ${count.toLocaleString('en-US')} subscribers. Read it again first.`)
}

/** The campaign of an operator's file, for all subscribers: the same file again is the same one. */
export const campaignFromFile = async (
  tx: Tx,
  content: CampaignContent,
  fingerprint: string,
): Promise<string> => {
  const made = await createCampaign(tx, { content, segment: everySubscriber, staffId: null, fingerprint })
  const id = made ?? (await selectByFingerprint(tx.db, fingerprint))
  if (id === null) throw new ShopError('NOT_FOUND')
  return id
}

/** Sends the campaign of an operator's file; one that was sent before goes to those who subscribed since. Returns its id. */
export const sendFromFile = async (
  tx: Tx,
  content: CampaignContent,
  fingerprint: string,
): Promise<string> => {
  const id = await campaignFromFile(tx, content, fingerprint)
  const { state } = await locked(tx, id)
  const plan = { version: 1, sendAt: null, perHour: null, scheduledBy: null, approvedBy: null }
  if (state === 'draft') await scheduleCampaign(tx, id, plan)
  if (state === 'sent')
    await updateCampaign(tx, id, { state: 'sending', listed_until: null, listed_at: null, ended_at: null })
  return id
}

/** The content of a version that can be sent; null for one that cannot. */
export const contentOf = (version: CampaignVersion): CampaignContent | null =>
  CampaignContent.safeParse(version.content).data ?? null
