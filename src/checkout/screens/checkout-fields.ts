import type { Address } from '#shared/address.ts'

/** Field names are the field paths of the purchase endpoint, so that its errors match the fields. */
export const addressField = (part: keyof Address): string => `address.${part}`

export const methodField = 'shipping.method_code'

/** The country whose regions the form offered: a region of another one is no choice. */
export const regionsShownField = 'regions_of'

/** The whole name in one field; the endpoint takes two. */
export const nameField = 'full_name'

/** Checked to get the newsletter; the consent counts when the form is sent, whatever happens to the order. */
export const newsletterField = 'newsletter'

/**
 * Checked to use credit; `creditOffer` is the state with which the page was shown, so that a total that was not shown
 * is never charged.
 */
export const creditField = 'use_credit'
export const creditShownField = 'credit_offer'

/** The field in which a member chooses between saved cards and a new one, and its value for a new one. */
export const cardChoice = 'card_choice'
export const newCard = 'new'

/** The code with which the last payment was refused: what was wrong then is checked again while the form is corrected. */
export const refusedField = 'refused'

/** The button that pays. */
export const payButton = { name: 'intent', value: 'pay' } as const

/** What a form without a pressed button asks for. */
export const updateIntent = 'update'
