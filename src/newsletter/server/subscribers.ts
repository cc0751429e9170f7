import { accountById } from '#account/server/accounts.ts'
import { consentLine } from '#shared/messages/consent-line-text.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { confirmSubscription, subscribe, unsubscribe } from '../endpoints.ts'
import { decideConfirmation, decideSignUp } from '../rules/sign-up.ts'
import { deleteClicksOf, markCopy } from './copy-store.ts'
import { createNewsletterLinks } from './newsletter-links.ts'
import {
  deleteUnconfirmed,
  eraseSubscriber,
  insertConsent,
  insertSubscriber,
  lockSubscriber,
  lockSubscriberByEmail,
  writeState,
} from './subscriber-store.ts'
import type { Consent } from './subscriber-store.ts'
import { deleteSuppressionOf } from './suppression-store.ts'

export {
  readHasLeft as hasUnsubscribed,
  readSubscriber as subscriberById,
  readConsentsOf as newsletterConsentsOf,
} from './subscriber-store.ts'

/** Unsubscribes an address and erases it, with its clicks, its bounces and its place on the suppression list. */
export const forgetSubscriber = async (tx: Tx, email: string): Promise<void> => {
  await deleteClicksOf(tx.db, await eraseSubscriber(tx.db, email, tx.now))
  await deleteSuppressionOf(tx.db, email)
}

/** Forgets entries that nobody confirmed, made before a moment. */
export const forgetUnconfirmedSubscribers = (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => deleteUnconfirmed(tx.db, before, limit, tx.now)

const proofFrom = (context: RequestContext, page: string) => ({
  statement: consentLine(context.locale),
  page,
  network: context.network,
  userAgent: context.userAgent,
  country: context.country,
})

const saveConsentProof = (
  tx: Tx,
  subscriberId: string,
  action: Consent['action'],
  proof: ReturnType<typeof proofFrom>,
) => insertConsent(tx.db, { id: tx.ids.uuid(), subscriberId, action, ...proof }, tx.now)

/** Whether an address is the mailbox of the signed-in member who enters it, and was confirmed by a link. */
const isOwnMailbox = async (deps: AppDeps, { actor }: RequestContext, email: string): Promise<boolean> => {
  if (actor.kind !== 'member' || actor.email !== email) return false
  return (await accountById(deps.database, actor.accountId))?.verified === true
}

interface SignUpEntry {
  readonly email: string
  readonly page: string
  readonly isOwnMailbox: boolean
}

/** Enters an address; concurrent entries are one, because the second waits for the first. */
const enterAddress = async (
  tx: Tx,
  context: RequestContext,
  { email, page, isOwnMailbox }: SignUpEntry,
): Promise<void> => {
  const initialDecision = decideSignUp(null, isOwnMailbox, tx.now)
  const id = tx.ids.uuid()
  const isNew =
    initialDecision !== null &&
    (await insertSubscriber(
      tx.db,
      { id, email, state: initialDecision.state, requestedAt: tx.now, locale: context.locale },
      context.country,
    ))
  const existing = isNew ? null : await lockSubscriberByEmail(tx.db, email)
  const decision = existing ? decideSignUp(existing, isOwnMailbox, tx.now) : initialDecision
  if (decision === null) return
  const subscriberId = existing?.id ?? id
  const request = { state: decision.state, requestedAt: tx.now, locale: context.locale }
  if (existing) await writeState(tx.db, subscriberId, request, tx.now)
  await saveConsentProof(tx, subscriberId, decision.action, proofFrom(context, page))
  tx.publish({
    kind: decision.action === 'requested' ? 'newsletter-confirmation-requested' : 'newsletter-joined',
    subscriberId,
  })
}

interface NewsletterHandlers {
  readonly subscribe: Handler<typeof subscribe>
  readonly confirmSubscription: Handler<typeof confirmSubscription>
  readonly unsubscribe: Handler<typeof unsubscribe>
}

/** Handles the endpoints of the newsletter module. */
export const createNewsletterHandlers = (deps: AppDeps): NewsletterHandlers => {
  const links = createNewsletterLinks(deps)
  return {
    subscribe: async (context, { email, page }) => {
      const entry = { email, page, isOwnMailbox: await isOwnMailbox(deps, context, email) }
      await inTransaction(deps, (tx) => enterAddress(tx, context, entry))
      return { success: true, confirm: !entry.isOwnMailbox }
    },
    confirmSubscription: async (context, { token }) => {
      const link = links.readConfirm(token)
      if (link === null) throw new ShopError('LINK_EXPIRED')
      await inTransaction(deps, async (tx) => {
        const existing = await lockSubscriber(tx.db, link.id)
        const decision = decideConfirmation(existing, link.requestedAt, tx.now)
        if (decision === 'expired') throw new ShopError('LINK_EXPIRED')
        if (decision === 'done') return
        await writeState(tx.db, link.id, { state: 'subscribed' }, tx.now)
        await saveConsentProof(tx, link.id, 'confirmed', proofFrom(context, '/newsletter/confirm'))
        tx.publish({ kind: 'newsletter-joined', subscriberId: link.id })
      })
      return { success: true }
    },
    unsubscribe: async (context, { token }) => {
      const link = links.readUnsubscribe(token)
      if (link === null) throw new ShopError('LINK_EXPIRED')
      const { id, campaignId } = link
      await inTransaction(deps, async (tx) => {
        const existing = await lockSubscriber(tx.db, id)
        if (existing === null || existing.state === 'unsubscribed') return
        await writeState(tx.db, id, { state: 'unsubscribed' }, tx.now)
        await saveConsentProof(tx, id, 'unsubscribed', {
          ...proofFrom(context, '/newsletter/unsubscribe'),
          statement: '',
        })
        if (campaignId !== null) await markCopy(tx, { campaignId, subscriberId: id }, 'unsubscribed')
      })
      return { success: true }
    },
  }
}
