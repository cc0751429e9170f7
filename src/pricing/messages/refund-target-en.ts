export const refundTargetEn = {
  both: 'to your card as far as it paid, and the rest to your account as credit',
  card: 'to your original payment method',
  credit: 'to your account as credit',
} as const
