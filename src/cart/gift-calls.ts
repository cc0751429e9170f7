import { defineCall } from '#shared/call.ts'
import { CartReply } from './calls.ts'
import { GiftDetails, GiftDraft } from './rules/gift-details.ts'

/** Says whom the gift in the cart is for, what it says and when it starts: from today to 180 days on (ruling 9). */
export const setGift = defineCall({
  name: 'setGift',
  method: 'PUT',
  path: '/api/cart/gift',
  spec: 'shop',
  who: 'anyone',
  limit: ['cart'],
  payload: GiftDetails,
  reply: CartReply,
  errors: ['VALIDATION_ERROR', 'ACTION_NOT_ALLOWED'],
})

/**
 * Keeps what was typed about the gift so far, right or wrong, so that it need not be typed again. Forgotten with the gift
 * and once `setGift` keeps all of it; without a gift in the cart nothing is kept.
 */
export const keepGiftDraft = defineCall({
  name: 'keepGiftDraft',
  method: 'PUT',
  path: '/api/cart/gift-draft',
  spec: 'shop',
  who: 'anyone',
  limit: ['cart'],
  payload: GiftDraft,
  reply: CartReply,
  errors: ['VALIDATION_ERROR'],
})
