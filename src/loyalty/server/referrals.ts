import { accountById } from '#account/server/accounts.ts'
import type { ExperimentTools } from '#experiment/server/experiments.ts'
import { variantsIn } from '#experiment/server/experiments.ts'
import { giveCredit } from '#credit/server/credits.ts'
import type { CreditGift } from '#credit/server/credits.ts'
import { ordersOf } from '#order/server/orders.ts'
import { refundsOf } from '#payment/server/refunds.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { parsePrice } from '#shared/money.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { createSeal } from '#platform/seal.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { openReferral, takeReferral, viewLoyalty, viewReferral } from '../calls.ts'
import { hasLoyalty, pointsFor } from '../rules/points.ts'
import { earnsFrom, referralRefusal, referralSentence } from '../rules/referral.ts'
import type { ReferredOrder } from '../rules/referral.ts'
import { insertEntry, readEntries } from './loyalty-store.ts'
import { sameBuyer } from './referral-reviews.ts'
import {
  deleteReferralsOf,
  holdForReview,
  insertCode,
  insertReferral,
  lookAgainOn,
  markEarned,
  readAccountOfCode,
  readCode,
  readReferralsOf,
  readReferrer,
  takeDueReferral,
} from './referral-store.ts'

const cookieName = brand.keys.referralCookie
const cookieAge = 30 * 24 * 60 * 60

/** Longer chains than this are nobody's friends any more. */
const longestChain = 50

const sealOf = ({ secret }: Pick<World, 'secret'>) => createSeal(secret, 'referral')

/** Who brought somebody, who brought that one, and so on. */
const chainBefore = async (db: Work['db'], accountId: string): Promise<readonly string[]> => {
  const chain: string[] = []
  let next = await readReferrer(db, accountId)
  while (next !== null && chain.length < longestChain) {
    chain.push(next)
    next = await readReferrer(db, next)
  }
  return chain
}

const claimIn = (world: World, { cookies }: Pick<CallContext, 'cookies'>) => {
  const [code, at] =
    sealOf(world)
      .open(cookies.get(cookieName) ?? '')
      ?.split(' ') ?? []
  return code !== undefined && at !== undefined ? { code, claimedAt: Temporal.Instant.from(at) } : null
}

/** At sign-in: whoever came by a friend's code becomes that member's friend, or it is written down why not. */
export const bindReferral = async (
  world: World,
  work: Work,
  context: Pick<CallContext, 'cookies'>,
  friendId: string,
): Promise<void> => {
  const claim = claimIn(world, context)
  if (!claim) return
  context.cookies.clear(cookieName)
  const referrerId = await readAccountOfCode(work.db, claim.code)
  const friend = await accountById(work.db, friendId)
  const referrer = referrerId === null ? null : await accountById(work.db, referrerId)
  if (!friend || !referrer) return
  const orders = await ordersOf(work.db, friendId)
  const refused = referralRefusal({
    friendId,
    friendEmail: friend.email,
    referrerId: referrer.id,
    referrerEmail: referrer.email,
    before: await chainBefore(work.db, referrer.id),
    hadOrdered: orders.some(
      ({ placed_at: at }) => Temporal.Instant.compare(Temporal.Instant.from(at), claim.claimedAt) < 0,
    ),
  })
  await insertReferral(work, { friendId, referrerId: referrer.id, claimedAt: claim.claimedAt, refused })
}

const referredOrders = async (work: Work, friendId: string): Promise<ReferredOrder[]> => {
  const orders = await ordersOf(work.db, friendId)
  const refunds = await refundsOf(
    work.db,
    orders.map(({ id }) => id),
  )
  return orders.map(({ id, state, placed_at: placedAt, shipped_at: shippedAt, total, credit }) => ({
    state,
    placedAt: Temporal.Instant.from(placedAt),
    shippedOn: shippedAt === null ? null : dateIn(Temporal.Instant.from(shippedAt), brand.timeZone),
    paidCents: parsePrice(total) - parsePrice(credit),
    isRefunded: refunds.some(({ orderId }) => orderId === id),
  }))
}

/** Money for both sides, once: the friend can have been brought by one member only. */
const giveReferralCredit = async (work: Work, friendId: string, referrerId: string): Promise<void> => {
  const { forReferrerCents, forFriendCents } = brand.referral
  const source = `referral:${friendId}`
  const gifts: readonly CreditGift[] = [
    {
      accountId: referrerId,
      cents: forReferrerCents,
      source: `${source}:referrer`,
      reason: 'refer-friend',
    },
    { accountId: friendId, cents: forFriendCents, source: `${source}:friend`, reason: 'came-by-friend' },
  ]
  // In the order of the accounts, as everybody locks them.
  for (const gift of gifts.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1)))
    if (gift.cents > 0) await giveCredit(work, gift)
}

/** Looks at one referral: both sides earn, or it is looked at again later. False when none is due. */
const reviewOne = async (work: Work): Promise<boolean> => {
  const due = await takeDueReferral(work)
  if (!due) return false
  const { friend_id: friendId, referrer_id: referrerId } = due
  const from = earnsFrom(await referredOrders(work, friendId))
  if (from === null || Temporal.PlainDate.compare(from, work.today) > 0) {
    await lookAgainOn(work, friendId, from ?? work.today.add({ days: 7 }))
    return true
  }
  const shared = due.reviewed_at === null ? await sameBuyer(work, friendId, referrerId) : null
  if (shared !== null) {
    await holdForReview(work, friendId, shared)
    return true
  }
  const { refer_friend: forReferrer, came_by_friend: forFriend } = pointsFor
  await insertEntry(work, {
    accountId: referrerId,
    action: 'refer_friend',
    source: friendId,
    points: forReferrer,
  })
  await insertEntry(work, { accountId: friendId, action: 'came_by_friend', source: '', points: forFriend })
  await giveReferralCredit(work, friendId, referrerId)
  await markEarned(work, friendId)
  return true
}

/** Gives points and credit for friends whose first paid order can no longer be taken back. */
export const reviewReferrals = async (world: World): Promise<void> => {
  let more = true
  while (more) more = await inTransaction(world, reviewOne)
}

/** Forgets a member's code, and who came by it. */
export const forgetReferralsOf = (work: Work, accountId: string): Promise<void> =>
  deleteReferralsOf(work, accountId)

interface Standing {
  readonly refused: string | null
  readonly earned_at: string | null
}

const stateOf = ({ refused, earned_at: earnedAt }: Standing): 'waiting' | 'earned' | 'refused' =>
  refused === null ? (earnedAt === null ? 'waiting' : 'earned') : 'refused'

const wireReferral = (one: Awaited<ReturnType<typeof readReferralsOf>>[number]) => ({
  state: stateOf(one),
  reason: one.refused === null ? null : referralSentence(one.refused),
  claimed_at: one.claimed_at,
})

/** The member who asks, if loyalty is there for them. */
const memberIn = async (tools: ExperimentTools, context: CallContext): Promise<string> => {
  const { actor } = context
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  if (!hasLoyalty(await variantsIn(tools, context, actor.accountId))) throw new ShopError('NOT_FOUND')
  return actor.accountId
}

interface ReferralHandlers {
  readonly viewLoyalty: Handler<typeof viewLoyalty>
  readonly openReferral: Handler<typeof openReferral>
  readonly viewReferral: Handler<typeof viewReferral>
  readonly takeReferral: Handler<typeof takeReferral>
}

/** The handlers of `loyalty/calls.ts` for members and their friends. */
export const createReferralHandlers = (tools: ExperimentTools): ReferralHandlers => {
  const { world } = tools
  const { database } = world
  const urlOf = (code: string): string => `${world.publicUrl}/refer/${code}`
  /** Friends' links lead nowhere for a member from whom loyalty is hidden (spec §1). */
  const known = async (context: CallContext, code: string): Promise<void> => {
    if (context.actor.kind === 'member') await memberIn(tools, context)
    if ((await readAccountOfCode(database, code)) === null) throw new ShopError('NOT_FOUND')
  }
  return {
    viewLoyalty: async (context) => {
      const accountId = await memberIn(tools, context)
      const entries = await readEntries(database, accountId)
      const code = await readCode(database, accountId)
      return {
        points: entries.reduce((sum, { points }) => sum + points, 0),
        entries,
        code,
        url: code === null ? null : urlOf(code),
        referrals: (await readReferralsOf(database, accountId)).map(wireReferral),
      }
    },
    openReferral: async (context, { traffic_source: source }) => {
      const accountId = await memberIn(tools, context)
      const fresh = world.ids.orderNumber().slice(1)
      const code = await inTransaction(world, (work) => insertCode(work, accountId, fresh, source))
      return { code, url: urlOf(code) }
    },
    viewReferral: async (context, { code }) => {
      await known(context, code)
      return { code }
    },
    takeReferral: async (context, { code }) => {
      await known(context, code)
      const claim = sealOf(world).close(`${code} ${world.clock.now().toString()}`)
      context.cookies.set(cookieName, claim, { httpOnly: true, maxAge: cookieAge })
      return { success: true }
    },
  }
}
