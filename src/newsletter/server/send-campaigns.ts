import type { Expression } from 'kysely'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { copiesAllowed } from '../rules/campaign-content.ts'
import { neededFacts, leftOutReason } from '../rules/segment.ts'
import {
  hasDueCampaigns,
  lockCampaign,
  selectDueCampaigns,
  selectVersion,
  updateCampaign,
} from './campaign-store.ts'
import type { Campaign } from './campaign-store.ts'
import { hasOpenCopies, insertCopies, queueCopies } from './copy-store.ts'
import { readFactsAfter } from './fact-store.ts'

const listedAtOnce = 500

/** Subscribers that one turn looks at; the next turn continues after them. */
const batchesOfTurn = 20

/** Whether a campaign is to be sent, or is being sent. */
export const hasCampaignsDue = ({ database, clock }: AppDeps): Expression<boolean> =>
  hasDueCampaigns(database, clock.now())

/** A campaign whose time has come, locked; null when somebody canceled or stopped it meanwhile. */
const lockDue = async (tx: Tx, id: string): Promise<Campaign | null> => {
  const campaign = await lockCampaign(tx, id)
  if (!campaign || campaign.sendAt === null || Temporal.Instant.compare(campaign.sendAt, tx.now) > 0)
    return null
  if (campaign.state === 'sending') return campaign
  if (campaign.state !== 'scheduled') return null
  await updateCampaign(tx, id, { state: 'sending' })
  return { ...campaign, state: 'sending' }
}

/** Looks at the next subscribers, and makes copies for those who are in the segment now. Whether there are more. */
const listNext = async (tx: Tx, id: string): Promise<boolean> => {
  const campaign = await lockDue(tx, id)
  if (!campaign || campaign.listedAt !== null || campaign.sentVersion === null) return false
  const version = await selectVersion(tx.db, id, campaign.sentVersion)
  if (!version) return false
  const { segment } = version
  const known = await readFactsAfter(tx.db, neededFacts(segment), campaign.listedUntil, listedAtOnce)
  const chosen = known.filter(({ facts }) => leftOutReason(segment, facts, tx.now) === null)
  await insertCopies(
    tx,
    id,
    chosen.map((one) => one.id),
  )
  const isAll = known.length < listedAtOnce
  await updateCampaign(tx, id, {
    listed_until: known.at(-1)?.id ?? campaign.listedUntil,
    ...(isAll ? { listed_at: tx.now.toString() } : {}),
  })
  return !isAll
}

/** Hands on as many copies as the hourly limit allows now, and ends a campaign of which nothing is left. */
const release = async (tx: Tx, id: string): Promise<void> => {
  const campaign = await lockDue(tx, id)
  if (!campaign) return
  const { count, usedUntil } = copiesAllowed(campaign, tx.now)
  const released = await queueCopies(tx, id, count)
  for (const subscriberId of released)
    tx.publish({ kind: 'newsletter-copy-due', campaignId: id, subscriberId })
  if (released.length > 0) {
    await updateCampaign(tx, id, { released_at: usedUntil(released.length).toString() })
    return
  }
  if (campaign.listedAt !== null && !(await hasOpenCopies(tx.db, id)))
    await updateCampaign(tx, id, { state: 'sent', ended_at: tx.now.toString() })
}

/** Sends what is due of every campaign: one turn. Processes that do it at once wait for each other at the campaign. */
export const sendDueCampaigns = async (deps: AppDeps): Promise<void> => {
  for (const id of await selectDueCampaigns(deps.database, deps.clock.now())) {
    for (let batch = 0; batch < batchesOfTurn; batch += 1)
      if (!(await inTransaction(deps, (tx) => listNext(tx, id)))) break
    await inTransaction(deps, (tx) => release(tx, id))
  }
}
