import { checkGiftDay } from '#cart/rules/gift-details.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { resendMinutes } from '../rules/gift-notices.ts'
import { giftState, mayGiver } from '../rules/gift-state.ts'
import type { GiverAction } from '../rules/gift-state.ts'
import { selectGiftOfOrder, updateGift } from './gift-store.ts'
import type { StoredGift } from './gift-store.ts'
import { lockGift } from './waiting-gift.ts'

const sentences = {
  changeEmail: 'This gift was claimed or taken back, so its e-mail cannot be changed any more.',
  changeDay: 'The mail of this gift went out, so its day cannot be changed any more.',
  resend: 'There is no link to be mailed: the gift has not started, was claimed or was taken back.',
} as const satisfies Record<GiverAction, string>

/** The gift of an order, locked against claims, cancellations and workers. ACTION_NOT_ALLOWED, NOT_FOUND. */
const lockedGift = async (
  work: Work,
  orderId: string,
): Promise<{ readonly gift: StoredGift; readonly check: (action: GiverAction) => void }> => {
  const waiting = await lockGift(work, orderId)
  const gift = await selectGiftOfOrder(work.db, orderId)
  if (!gift) throw new ShopError('NOT_FOUND')
  const isSent = gift.sentAt !== null
  const orderState = waiting === 'nothing' ? 'canceled' : 'placed'
  const isRefunded = waiting === 'refund'
  const state = giftState({ orderState, isRefunded, isSent, isClaimed: gift.claimedAt !== null })
  const check = (action: GiverAction): void => {
    if (mayGiver(action, state)) return
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: sentences[action], data: { reason: action } })
  }
  return { gift, check }
}

/** What a giver corrects; what is left out stays. */
export interface GiftCorrection {
  readonly recipientEmail?: string | undefined
  readonly startsOn?: string | undefined
}

const changeEmail = async (work: Work, gift: StoredGift, recipientEmail: string): Promise<void> => {
  // The link of the other address opens nothing from here on.
  const changed = { recipientEmail, linkVersion: gift.linkVersion + 1 }
  if (gift.sentAt === null) return updateGift(work, gift.id, changed)
  await updateGift(work, gift.id, { ...changed, mailedAt: work.now })
  work.announce({ kind: 'gift-mail', giftId: gift.id, mail: 'claim' })
}

/** Corrects e-mail and day of a gift. What is so already is no change. VALIDATION_ERROR, ACTION_NOT_ALLOWED. */
export const correctGift = (world: World, orderId: string, asked: GiftCorrection): Promise<void> =>
  inTransaction(world, async (work) => {
    const { gift, check } = await lockedGift(work, orderId)
    const { recipientEmail = gift.recipientEmail, startsOn = gift.startsOn.toString() } = asked
    if (startsOn !== gift.startsOn.toString()) {
      check('changeDay')
      checkGiftDay(startsOn, work.today, 'starts_on')
      const day = Temporal.PlainDate.from(startsOn)
      await updateGift(work, gift.id, { startsOn: day, nextNoticeOn: day })
    }
    if (recipientEmail === gift.recipientEmail) return
    check('changeEmail')
    await changeEmail(work, gift, recipientEmail)
  })

/** Mails the link again, unless that was done a moment ago. ACTION_NOT_ALLOWED. */
export const resendLink = (world: World, orderId: string): Promise<void> =>
  inTransaction(world, async (work) => {
    const { gift, check } = await lockedGift(work, orderId)
    check('resend')
    const since = work.now.subtract({ minutes: resendMinutes })
    if (gift.mailedAt !== null && Temporal.Instant.compare(gift.mailedAt, since) > 0) return
    await updateGift(work, gift.id, { mailedAt: work.now })
    work.announce({ kind: 'gift-mail', giftId: gift.id, mail: 'claim' })
  })
