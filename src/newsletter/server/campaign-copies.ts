import { currentConsents } from '#consent/server/consents.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { CampaignContent, linksOf } from '../rules/campaign-content.ts'
import { neededFacts, leftOutReason } from '../rules/segment.ts'
import { holdCampaign, selectCampaign, selectVersion } from './campaign-store.ts'
import { campaignDocument, campaignPlans } from './campaign-mail.ts'
import { insertClick, lockCopy, selectCopyByToken, writeCopy } from './copy-store.ts'
import type { CopyKey } from './copy-store.ts'
import { readFactsOf } from './fact-store.ts'
import type { KnownSubscriber } from './fact-store.ts'
import { wasSentAsIssue } from './issue-store.ts'
import { createNewsletterLinks } from './newsletter-links.ts'
import { lockSubscriber } from './subscriber-store.ts'

/** A copy that this process, and no other one, sends now. */
export interface ClaimedCopy extends CopyKey {
  readonly to: string
  readonly token: string
  readonly content: CampaignContent
  readonly countsClicks: boolean
}

/** Whether somebody allows to count clicks: only a member who allows analytics. */
const allowsClicks = async (db: Tx['db'], { accountId }: KnownSubscriber): Promise<boolean> =>
  accountId !== null && (await currentConsents(db, [accountId])).get(accountId)?.C0002 === true

const readVersion = async (tx: Tx, campaignId: string, sentVersion: number | null) => {
  const version = sentVersion === null ? null : await selectVersion(tx.db, campaignId, sentVersion)
  const content = version && CampaignContent.safeParse(version.content).data
  return version && content ? { segment: version.segment, content } : null
}

const claim = async (tx: Tx, key: CopyKey): Promise<ClaimedCopy | null> => {
  const campaign = await holdCampaign(tx, key.campaignId)
  if (!campaign) return null
  await lockSubscriber(tx.db, key.subscriberId)
  const copy = await lockCopy(tx, key)
  // A process that ended after its claim: whether the mail server has the mail is not known, and nobody gets two.
  if (copy?.state === 'sending') await writeCopy(tx, key, ['sending'], { state: 'unknown' })
  if (copy?.state !== 'queued') return null
  if (await wasSentAsIssue(tx, key)) {
    await writeCopy(tx, key, ['queued'], { state: 'sent' })
    return null
  }
  if (campaign.state !== 'sending') {
    await writeCopy(tx, key, ['queued'], { state: 'waiting' })
    return null
  }
  const version = await readVersion(tx, key.campaignId, campaign.sentVersion)
  const known = version && (await readFactsOf(tx.db, neededFacts(version.segment), key.subscriberId))
  if (!version || !known) return null
  const reason = leftOutReason(version.segment, known.facts, tx.now)
  if (reason !== null) {
    await writeCopy(tx, key, ['queued'], { state: 'left-out', reason })
    return null
  }
  const countsClicks = await allowsClicks(tx.db, known)
  await writeCopy(tx, key, ['queued'], { state: 'sending', countsClicks })
  return { ...key, to: known.email, token: copy.token, content: version.content, countsClicks }
}

/**
 * Takes up a queued copy; null for one that is not to be sent (any more). What was decided when it was scheduled is decided again: who has
 * left, is suppressed or is no longer in the segment gets none, and of a stopped campaign nothing is taken up.
 */
export const claimCopy = (deps: AppDeps, key: CopyKey): Promise<ClaimedCopy | null> =>
  inTransaction(deps, (tx) => claim(tx, key))

/** Whether a claimed copy is still wanted, just before it is sent; one that is not is left out. */
export const isStillWanted = async (deps: AppDeps, key: CopyKey): Promise<boolean> => {
  const known = await readFactsOf(deps.database, [], key.subscriberId)
  const isWanted =
    known !== null &&
    known.facts.consentedAt !== null &&
    known.facts.state === 'subscribed' &&
    !known.facts.isSuppressed
  if (!isWanted) {
    const reason = known?.facts.isSuppressed === true ? 'suppressed' : 'unsubscribed'
    await inTransaction(deps, (tx) => writeCopy(tx, key, ['sending'], { state: 'left-out', reason }))
  }
  return isWanted
}

/** Writes how sending a claimed copy ended. `not-taken`: it is queued again, and the job is to be tried again. */
export const settleCopy = (
  deps: AppDeps,
  key: CopyKey,
  outcome: 'sent' | 'refused' | 'not-taken' | 'unknown',
  detail: string,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    // Somebody who took the job over may have called it unknown meanwhile.
    const from = outcome === 'sent' ? (['sending', 'unknown'] as const) : (['sending'] as const)
    const state = ({ refused: 'failed', 'not-taken': 'queued', sent: 'sent', unknown: 'unknown' } as const)[
      outcome
    ]
    await writeCopy(tx, key, from, { state, reason: outcome === 'refused' ? detail : null })
  })

/** A copy as a mail, with how to unsubscribe. */
export const copyDocument = async (
  deps: AppDeps,
  { campaignId, subscriberId, token, content, countsClicks }: ClaimedCopy,
): Promise<{ readonly document: MailDocument; readonly unsubscribeUrl: string }> => {
  const links = createNewsletterLinks(deps)
  const plans = await campaignPlans(deps)
  const all = linksOf(content, plans.pageOf)
  const unsubscribeUrl = links.unsubscribeUrl(subscriberId, campaignId)
  const linkTo = (href: string): string => (countsClicks ? links.clickUrl(token, all.indexOf(href)) : href)
  const document = campaignDocument(content, { publicUrl: deps.publicUrl, linkTo, unsubscribeUrl, plans })
  return { document, unsubscribeUrl }
}

const clickedLink = async (tx: Tx, token: string, link: number) => {
  const copy = await selectCopyByToken(tx.db, token)
  const campaign = copy && (await selectCampaign(tx.db, copy.campaignId))
  const version = campaign && (await readVersion(tx, copy.campaignId, campaign.sentVersion))
  return version && copy ? { copy, content: version.content, link } : null
}

/**
 * Where a link of a copy leads, from what the campaign says and never from the request; null for a link that no mail has. Counts the click,
 * once for each link, while its reader still allows it.
 */
export const followLink = async (deps: AppDeps, signed: string): Promise<string | null> => {
  const read = createNewsletterLinks(deps).readClick(signed)
  if (read === null) return null
  const { pageOf } = await campaignPlans(deps)
  return inTransaction(deps, async (tx) => {
    const found = await clickedLink(tx, read.token, read.link)
    const href = found && linksOf(found.content, pageOf)[found.link]
    if (!found || href === undefined) return null
    const known = await readFactsOf(tx.db, [], found.copy.subscriberId)
    if (found.copy.countsClicks && known && (await allowsClicks(tx.db, known)))
      await insertClick(tx, found.copy, found.link)
    return href
  })
}
