/** Days after delivery in which everything can be returned (the terms of the shop). */
export const returnDays = 30
