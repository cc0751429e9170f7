import { checkGiftDay } from '#cart/rules/gift-details.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { dueNotice, giftState, isAllowedForGiver, resendMinutes } from '../rules/gift-state.ts'
import type { GiverAction } from '../rules/gift-state.ts'
import { selectGiftOfOrder, updateGift } from './gift-store.ts'
import type { StoredGift } from './gift-store.ts'
import { lockGift } from './claim-gift.ts'

const refusalMessages = {
  changeEmail: 'This gift was claimed or canceled, so its email can no longer be changed.',
  changeDay: 'The gift email was already sent, so its date can no longer be changed.',
  resend: 'There is no link to send: the gift hasn’t started, was claimed or was canceled.',
} as const satisfies Record<GiverAction, string>

/** The gift of an order, locked against claims, cancellations and workers. ACTION_NOT_ALLOWED, NOT_FOUND. */
const lockedGift = async (
  tx: Tx,
  orderId: string,
): Promise<{ readonly gift: StoredGift; readonly check: (action: GiverAction) => void }> => {
  const waiting = await lockGift(tx, orderId)
  const gift = await selectGiftOfOrder(tx.db, orderId)
  if (!gift) throw new ShopError('NOT_FOUND')
  const isSent = gift.sentAt !== null
  const orderState = waiting === 'nothing' ? 'canceled' : 'placed'
  const isRefunded = waiting === 'refund'
  const state = giftState({ orderState, isRefunded, isSent, isClaimed: gift.claimedAt !== null })
  const check = (action: GiverAction): void => {
    if (isAllowedForGiver(action, state)) return
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: refusalMessages[action], data: { reason: action } })
  }
  return { gift, check }
}

/** The corrections of a giver; missing fields stay. */
export interface GiftCorrection {
  readonly recipientEmail?: string | undefined
  readonly startsOn?: string | undefined
}

const changeEmail = async (tx: Tx, gift: StoredGift, recipientEmail: string): Promise<void> => {
  // The link of the other address opens nothing from here on.
  const changed = { recipientEmail, linkVersion: gift.linkVersion + 1 }
  if (gift.sentAt === null) return updateGift(tx, gift.id, changed)
  // Its reminders, and the note to the giver, follow the first mail to this address.
  const nextNoticeOn = dueNotice(0, tx.today, tx.today)?.nextOn ?? null
  await updateGift(tx, gift.id, {
    ...changed,
    notices: 1,
    nextNoticeOn,
    sentAt: tx.now,
    mailedAt: tx.now,
  })
  tx.publish({ kind: 'gift-mail', giftId: gift.id, mail: 'claim' })
}

/** Corrects e-mail and day of a gift. Equal values are no change. VALIDATION_ERROR, ACTION_NOT_ALLOWED. */
export const correctGift = (deps: AppDeps, orderId: string, correction: GiftCorrection): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const { gift, check } = await lockedGift(tx, orderId)
    const { recipientEmail = gift.recipientEmail, startsOn = gift.startsOn.toString() } = correction
    if (startsOn !== gift.startsOn.toString()) {
      check('changeDay')
      checkGiftDay(startsOn, tx.today, 'starts_on')
      const day = Temporal.PlainDate.from(startsOn)
      await updateGift(tx, gift.id, { startsOn: day, nextNoticeOn: day })
    }
    if (recipientEmail === gift.recipientEmail) return
    check('changeEmail')
    await changeEmail(tx, gift, recipientEmail)
  })

/** Mails the link again, unless that was done a moment ago. ACTION_NOT_ALLOWED. */
export const resendLink = (deps: AppDeps, orderId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const { gift, check } = await lockedGift(tx, orderId)
    check('resend')
    const since = tx.now.subtract({ minutes: resendMinutes })
    if (gift.mailedAt !== null && Temporal.Instant.compare(gift.mailedAt, since) > 0) return
    await updateGift(tx, gift.id, { mailedAt: tx.now })
    tx.publish({ kind: 'gift-mail', giftId: gift.id, mail: 'claim' })
  })
