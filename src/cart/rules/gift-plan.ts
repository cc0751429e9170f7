/** The code of the gift (ruling 9): paid once, never renews, received by somebody else. */
export const giftCode = 'syn-wk-gift-2020'

/** Days from today within which a gift can start. */
export const maxGiftDays = 180

/** Characters of the message at most. */
export const maxGiftMessageLength = 400
