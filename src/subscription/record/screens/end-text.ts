/** How a subscription with so many remaining orders ends; null without an end, and for one that has ended. */
export const endText = (remainingOrders: number | null): string | null => {
  if (remainingOrders === null || remainingOrders === 0) return null
  if (remainingOrders === 1) return 'After the next order'
  return `After ${remainingOrders} more orders`
}

/** The same as a sentence for a change preview; `isOrdered`: an order is charged at once. */
export const endMessage = (remainingOrders: number | null, isOrdered: boolean): string | null => {
  if (remainingOrders === null) return null
  if (remainingOrders === 0)
    return isOrdered
      ? 'It is the last order: the subscription ends with it, and nothing more is charged.'
      : null
  if (remainingOrders === 1) return 'Your next order is the last one. Your subscription ends with it.'
  return `Your subscription ends after ${remainingOrders} more orders.`
}
