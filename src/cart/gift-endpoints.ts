import { defineEndpoint } from '#shared/endpoint.ts'
import { CartReply } from './endpoints.ts'
import { GiftDetails, GiftDraft } from './rules/gift-details.ts'

/** Saves the recipient, the message and the start date of the gift in the cart: from today to 180 days ahead (ruling 9). */
export const setGift = defineEndpoint({
  name: 'setGift',
  method: 'PUT',
  path: '/api/cart/gift',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: GiftDetails,
  reply: CartReply,
  errors: ['VALIDATION_ERROR', 'ACTION_NOT_ALLOWED'],
})

/**
 * Saves what was entered for the gift so far, valid or not, so that it need not be entered again. Removed with the gift and
 * by `setGift`; no effect without a gift in the cart.
 */
export const saveGiftDraft = defineEndpoint({
  name: 'saveGiftDraft',
  method: 'PUT',
  path: '/api/cart/gift-draft',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: GiftDraft,
  reply: CartReply,
  errors: ['VALIDATION_ERROR'],
})
