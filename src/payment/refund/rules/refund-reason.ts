const texts = {
  'order-canceled': 'Order canceled',
  withdrawal: 'Withdrawal from the contract',
  return: 'Return',
  problem: 'Problem with the order',
  operator: null,
  goodwill: 'Goodwill',
  dashboard: null,
} as const

/** Why a refund was given, for its buyer and its credit note: its kind and the operator's words; null when there are none. */
export const refundReasonText = (reason: keyof typeof texts, note: string | null): string | null => {
  const parts = [texts[reason], note].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(': ')
}
