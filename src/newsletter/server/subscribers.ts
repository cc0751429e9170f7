import { accountById } from '#account/server/accounts.ts'
import { consentLine } from '#shared/consent-line.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { confirmSubscription, subscribe, unsubscribe } from '../calls.ts'
import { decideConfirmation, decideSignUp } from '../rules/sign-up.ts'
import { createLetterLinks } from './letter-links.ts'
import {
  eraseSubscriber,
  insertConsent,
  insertSubscriber,
  lockSubscriber,
  lockSubscriberByEmail,
  readConsentsOf,
  readSubscriber,
  writeState,
} from './subscriber-store.ts'
import type { Consent, StoredSubscriber } from './subscriber-store.ts'

/** A subscriber as letters need it; null for an unknown id. */
export const subscriberById = (database: World['database'], id: string): Promise<StoredSubscriber | null> =>
  readSubscriber(database, id)

/** What an address agreed to and took back; only for who has shown that it is theirs. */
export const letterConsentsOf = (database: World['database'], email: string) =>
  readConsentsOf(database, email)

/** Unsubscribes an address and erases it. */
export const forgetSubscriber = (work: Work, email: string): Promise<void> =>
  eraseSubscriber(work.db, email, work.now)

const proofFrom = (context: CallContext, page: string) => ({
  said: consentLine,
  page,
  network: context.network,
  userAgent: context.userAgent,
  country: context.country,
})

const prove = (work: Work, subscriberId: string, act: Consent['act'], proof: ReturnType<typeof proofFrom>) =>
  insertConsent(work.db, { id: work.ids.uuid(), subscriberId, act, ...proof }, work.now)

/** Whether an address is the mailbox of the signed-in member who enters it, and was confirmed by a link. */
const isOwners = async (world: World, { actor }: CallContext, email: string): Promise<boolean> => {
  if (actor.kind !== 'member' || actor.email !== email) return false
  return (await accountById(world.database, actor.accountId))?.verified === true
}

interface Entry {
  readonly email: string
  readonly page: string
  readonly isOwners: boolean
}

/** Enters an address; two at once are one, for the second waits for the first. */
const enter = async (work: Work, context: CallContext, { email, page, isOwners }: Entry): Promise<void> => {
  const fresh = decideSignUp(null, isOwners, work.now)
  const id = work.ids.uuid()
  const isNew =
    fresh !== null &&
    (await insertSubscriber(work.db, { id, email, state: fresh.state, askedAt: work.now }, context.country))
  const known = isNew ? null : await lockSubscriberByEmail(work.db, email)
  const decided = known ? decideSignUp(known, isOwners, work.now) : fresh
  if (decided === null) return
  const subscriberId = known?.id ?? id
  if (known) await writeState(work.db, subscriberId, { state: decided.state, askedAt: work.now }, work.now)
  await prove(work, subscriberId, decided.act, proofFrom(context, page))
  work.announce({
    kind: decided.act === 'asked' ? 'newsletter-asked' : 'newsletter-joined',
    subscriberId,
  })
}

interface NewsletterHandlers {
  readonly subscribe: Handler<typeof subscribe>
  readonly confirmSubscription: Handler<typeof confirmSubscription>
  readonly unsubscribe: Handler<typeof unsubscribe>
}

/** Answers the calls of the newsletter room. */
export const createNewsletterHandlers = (world: World): NewsletterHandlers => {
  const links = createLetterLinks(world)
  return {
    subscribe: async (context, { email, page }) => {
      const entry = { email, page, isOwners: await isOwners(world, context, email) }
      await inTransaction(world, (work) => enter(work, context, entry))
      return { success: true, confirm: !entry.isOwners }
    },
    confirmSubscription: async (context, { token }) => {
      const link = links.readConfirm(token)
      if (link === null) throw new ShopError('LINK_EXPIRED')
      await inTransaction(world, async (work) => {
        const known = await lockSubscriber(work.db, link.id)
        const decided = decideConfirmation(known, link.askedAt, work.now)
        if (decided === 'expired') throw new ShopError('LINK_EXPIRED')
        if (decided === 'done') return
        await writeState(work.db, link.id, { state: 'subscribed' }, work.now)
        await prove(work, link.id, 'confirmed', proofFrom(context, '/newsletter/confirm'))
        work.announce({ kind: 'newsletter-joined', subscriberId: link.id })
      })
      return { success: true }
    },
    unsubscribe: async (context, { token }) => {
      const id = links.readUnsubscribe(token)
      if (id === null) throw new ShopError('LINK_EXPIRED')
      await inTransaction(world, async (work) => {
        const known = await lockSubscriber(work.db, id)
        if (known === null || known.state === 'unsubscribed') return
        await writeState(work.db, id, { state: 'unsubscribed' }, work.now)
        await prove(work, id, 'left', { ...proofFrom(context, '/newsletter/unsubscribe'), said: '' })
      })
      return { success: true }
    },
  }
}
