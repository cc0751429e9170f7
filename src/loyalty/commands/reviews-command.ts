import { closeCouponReview, couponReviews } from '#coupon/server/coupons.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { OperatorCommand } from '#platform/command-line/operator-command.ts'
import { inTransaction } from '#platform/transaction.ts'
import { closeReferralReview, referralReviews } from '../server/referral-reviews.ts'

const reasons = new Map([
  ['same-card', 'the same card'],
  ['same-address', 'the same address'],
])

/** A sentence for each open review. */
const reviewTexts = async ({ database }: Pick<AppDeps, 'database'>): Promise<string[]> => [
  ...(await couponReviews(database)).map(
    ({ id, code, email, reason }) =>
      `${id}  coupon ${code} of ${email}: another e-mail has used it with ${reasons.get(reason) ?? reason}.`,
  ),
  ...(await referralReviews(database)).map(
    ({ friendId, referrerId, reason }) =>
      `${friendId}  referral by ${referrerId}: friend and referrer have ${reasons.get(reason) ?? reason}. No credit is granted yet.`,
  ),
]

const isId = (decision: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(decision)

const close = async (tx: Tx, id: string, isRefused: boolean): Promise<boolean> =>
  (await closeReferralReview(tx, id, isRefused)) || (await closeCouponReview(tx, id))

/** Coupons and referral credit that one person may have used twice. */
export const reviewsCommand: OperatorCommand = {
  name: 'reviews',
  usages: [
    ['', 'lists coupon uses and referrals that may belong to the same person'],
    ['<id> approve', 'grants the credit of a referral, or accepts a coupon use'],
    ['<id> refuse', 'refuses a referral for good, or closes a coupon use after you handled its order'],
  ],
  run: async (context, [id, decision, ...rest]) => {
    const { deps } = await context.shop()
    if (id === undefined) {
      const texts = await reviewTexts(deps)
      for (const text of texts) context.print(text)
      if (texts.length === 0) context.print('There are no open reviews.')
      return
    }
    if (!isId(id) || (decision !== 'approve' && decision !== 'refuse') || rest.length > 0)
      throw new OperatorRefusal('Give an id of the list, and approve or refuse.')
    if (!(await inTransaction(deps, (tx) => close(tx, id, decision === 'refuse'))))
      throw new OperatorRefusal('There is no open review with this id.')
    context.print(decision === 'approve' ? 'Approved.' : 'Refused.')
  },
}
