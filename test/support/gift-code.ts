/** The gift of the starting catalogue: bought for somebody else, who is named in the cart. */
export const giftCode = 'syn-wk-gift-2020'
