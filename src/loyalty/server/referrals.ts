import type { Expression } from 'kysely'
import { accountById, holdAccount } from '#account/server/accounts.ts'
import type { ExperimentServices } from '#experiment/server/experiments.ts'
import { variantsIn } from '#experiment/server/experiments.ts'
import { grantCredit } from '#credit/server/credits.ts'
import type { NewCreditGrant } from '#credit/server/credits.ts'
import { ordersOf } from '#order/server/orders.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { openReferral, takeReferral, viewLoyalty, viewReferral } from '../endpoints.ts'
import { hasLoyalty, pointsFor } from '../rules/points.ts'
import { earnsFrom, referralRefusal, refusalMessage } from '../rules/referral.ts'
import { insertEntry, readEntries } from './loyalty-store.ts'
import { sameBuyer } from './referral-reviews.ts'
import { referredOrders } from './referred-orders.ts'
import {
  holdForReview,
  insertCode,
  insertReferral,
  postponeCheck,
  markEarned,
  readAccountOfCode,
  readCode,
  readReferralsOf,
  readReferrer,
  claimDueReferral,
  deleteReferral,
  hasDueReferral,
  selectDueReferral,
} from './referral-store.ts'
import { defaultCurrency, shopCurrencyOf } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'

export { deleteReferralsOf as forgetReferralsOf } from './referral-store.ts'

const cookieName = brand.keys.referralCookie
const cookieAge = 30 * 24 * 60 * 60

/** Longer chains than this do not count. */
const maxChainLength = 50

const signerOf = ({ secret }: Pick<AppDeps, 'secret'>) => createTokenSigner(secret, 'referral')

/** A member's referrer, that one's, and so on. */
const readReferrerChain = async (db: Tx['db'], accountId: string): Promise<readonly string[]> => {
  const chain: string[] = []
  let next = await readReferrer(db, accountId)
  while (next !== null && chain.length < maxChainLength) {
    chain.push(next)
    next = await readReferrer(db, next)
  }
  return chain
}

const readClaim = (deps: AppDeps, { cookies }: Pick<RequestContext, 'cookies'>) => {
  const [code, at] =
    signerOf(deps)
      .verify(cookies.get(cookieName) ?? '')
      ?.split(' ') ?? []
  return code !== undefined && at !== undefined ? { code, claimedAt: Temporal.Instant.from(at) } : null
}

/** At sign-in: a person who used a friend's code becomes that member's friend, or the reason why not is recorded. */
export const linkReferral = async (
  deps: AppDeps,
  tx: Tx,
  context: Pick<RequestContext, 'cookies'>,
  friendId: string,
): Promise<void> => {
  const claim = readClaim(deps, context)
  if (!claim) return
  context.cookies.clear(cookieName)
  const referrerId = await readAccountOfCode(tx.db, claim.code)
  const friend = await accountById(tx.db, friendId)
  const referrer = referrerId === null ? null : await accountById(tx.db, referrerId)
  if (!friend || !referrer) return
  const orders = await ordersOf(tx.db, friendId)
  const refused = referralRefusal({
    friendId,
    friendEmail: friend.email,
    referrerId: referrer.id,
    referrerEmail: referrer.email,
    referrerChain: await readReferrerChain(tx.db, referrer.id),
    hadOrdered: orders.some(({ placedAt }) => Temporal.Instant.compare(placedAt, claim.claimedAt) < 0),
  })
  await insertReferral(tx, { friendId, referrerId: referrer.id, claimedAt: claim.claimedAt, refused })
}

/** What a member paid in last, because credit pays orders of its own currency only; the default without an order. */
const currencyOfMember = async (tx: Tx, accountId: string): Promise<ShopCurrency> => {
  const orders = await ordersOf(tx.db, accountId)
  const last = orders.toSorted((a, b) => Temporal.Instant.compare(b.placedAt, a.placedAt))[0]
  return shopCurrencyOf(last?.currency) ?? defaultCurrency
}

/** Credit for both sides, each in its own currency, once: a friend can have been referred by one member only. */
const grantReferralCredit = async (tx: Tx, friendId: string, referrerId: string): Promise<void> => {
  const [ofReferrer, ofFriend] = [
    await currencyOfMember(tx, referrerId),
    await currencyOfMember(tx, friendId),
  ]
  const source = `referral:${friendId}`
  const grants: readonly NewCreditGrant[] = [
    {
      accountId: referrerId,
      cents: brand.referral[ofReferrer].forReferrerCents,
      currency: ofReferrer,
      source: `${source}:referrer`,
      reason: 'refer-friend',
    },
    {
      accountId: friendId,
      cents: brand.referral[ofFriend].forFriendCents,
      currency: ofFriend,
      source: `${source}:friend`,
      reason: 'came-by-friend',
    },
  ]
  // In the order of the accounts, as everybody locks them.
  for (const grant of grants.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1)))
    if (grant.cents > 0) await grantCredit(tx, grant)
}

/** Whether both accounts are there; if so, neither is deleted before this referral is reviewed. */
const holdBoth = async (tx: Tx, ids: readonly [string, string]): Promise<boolean> => {
  // In the order of the accounts, before the referral: a deletion locks its account first, too.
  for (const id of ids.toSorted()) if (!(await holdAccount(tx.db, id))) return false
  return true
}

/** The next referral that is due, locked together with its accounts; null when it is gone or not due any more. */
const claimReferral = async (tx: Tx, friendId: string, referrerId: string) => {
  if (await holdBoth(tx, [friendId, referrerId])) return (await claimDueReferral(tx, friendId)) ?? null
  await deleteReferral(tx, friendId)
  return null
}

/** Both sides earn, or the referral waits for a later day or for an operator. */
const reviewReferral = async (
  tx: Tx,
  friendId: string,
  referrerId: string,
  isReviewed: boolean,
): Promise<void> => {
  const from = earnsFrom(await referredOrders(tx, friendId))
  if (from === null || Temporal.PlainDate.compare(from, tx.today) > 0) {
    await postponeCheck(tx, friendId, from ?? tx.today.add({ days: 7 }))
    return
  }
  const shared = isReviewed ? null : await sameBuyer(tx, friendId, referrerId)
  if (shared !== null) {
    await holdForReview(tx, friendId, shared)
    return
  }
  const { refer_friend: forReferrer, came_by_friend: forFriend } = pointsFor
  await insertEntry(tx, {
    accountId: referrerId,
    action: 'refer_friend',
    source: friendId,
    points: forReferrer,
  })
  await insertEntry(tx, { accountId: friendId, action: 'came_by_friend', source: '', points: forFriend })
  await grantReferralCredit(tx, friendId, referrerId)
  await markEarned(tx, friendId)
}

/** Reviews one referral. False when none is due. */
const reviewNextReferral = async (tx: Tx): Promise<boolean> => {
  const next = await selectDueReferral(tx)
  if (!next) return false
  const { friend_id: friendId, referrer_id: referrerId } = next
  const due = await claimReferral(tx, friendId, referrerId)
  if (due) await reviewReferral(tx, friendId, referrerId, due.reviewed_at !== null)
  return true
}

/** Whether `reviewReferrals` has something to do. */
export const hasDueReferrals = ({
  database,
  clock,
}: Pick<AppDeps, 'database' | 'clock'>): Expression<boolean> =>
  hasDueReferral({ db: database, today: dateIn(clock.now(), brand.timeZone) })

/** Grants points and credit for friends whose first paid order can no longer be withdrawn. */
export const reviewReferrals = async (deps: AppDeps): Promise<void> => {
  let more = true
  while (more) more = await inTransaction(deps, reviewNextReferral)
}

interface ReferralOutcome {
  readonly refused: string | null
  readonly earned_at: string | null
}

const stateOf = ({ refused, earned_at: earnedAt }: ReferralOutcome): 'waiting' | 'earned' | 'refused' =>
  refused === null ? (earnedAt === null ? 'waiting' : 'earned') : 'refused'

const wireReferral = (one: Awaited<ReturnType<typeof readReferralsOf>>[number]) => ({
  state: stateOf(one),
  reason: one.refused === null ? null : refusalMessage(one.refused),
  claimed_at: one.claimed_at,
})

/** The signed-in member, if they take part in loyalty. */
const loyaltyMemberOf = async (services: ExperimentServices, context: RequestContext): Promise<string> => {
  const { actor } = context
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  if (!hasLoyalty(await variantsIn(services, context, actor.accountId))) throw new ShopError('NOT_FOUND')
  return actor.accountId
}

/** As `insertCode`; UNAUTHENTICATED for an account that was deleted a moment ago. */
const insertCodeOfHeld: typeof insertCode = async (tx, accountId, code, source) => {
  if (!(await holdAccount(tx.db, accountId))) throw new ShopError('UNAUTHENTICATED')
  return insertCode(tx, accountId, code, source)
}

interface ReferralHandlers {
  readonly viewLoyalty: Handler<typeof viewLoyalty>
  readonly openReferral: Handler<typeof openReferral>
  readonly viewReferral: Handler<typeof viewReferral>
  readonly takeReferral: Handler<typeof takeReferral>
}

/** The handlers of `loyalty/endpoints.ts` for members and their friends. */
export const createReferralHandlers = (services: ExperimentServices): ReferralHandlers => {
  const { deps } = services
  const { database } = deps
  const urlOf = (code: string): string => `${deps.publicUrl}/refer/${code}`
  /** Friends' links lead nowhere for a member from whom loyalty is hidden (spec §1). */
  const requireKnownCode = async (context: RequestContext, code: string): Promise<void> => {
    if (context.actor.kind === 'member') await loyaltyMemberOf(services, context)
    if ((await readAccountOfCode(database, code)) === null) throw new ShopError('NOT_FOUND')
  }
  return {
    viewLoyalty: async (context) => {
      const accountId = await loyaltyMemberOf(services, context)
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
      const accountId = await loyaltyMemberOf(services, context)
      const newCode = deps.ids.orderNumber().slice(1)
      const code = await inTransaction(deps, (tx) => insertCodeOfHeld(tx, accountId, newCode, source))
      return { code, url: urlOf(code) }
    },
    viewReferral: async (context, { code }) => {
      await requireKnownCode(context, code)
      return { code }
    },
    takeReferral: async (context, { code }) => {
      await requireKnownCode(context, code)
      const claim = signerOf(deps).sign(`${code} ${deps.clock.now().toString()}`)
      context.cookies.set(cookieName, claim, { httpOnly: true, maxAge: cookieAge })
      return { success: true }
    },
  }
}
