export type CardExpiryStatus = 'good' | 'expiring' | 'expired'

/** A card is valid until the last day of its month; its member is notified in the last two months. */
export const cardExpiryStatus = (
  card: { readonly expMonth: number; readonly expYear: number },
  today: Temporal.PlainDate,
): CardExpiryStatus => {
  const last = Temporal.PlainYearMonth.from({ year: card.expYear, month: card.expMonth })
  const now = today.toPlainYearMonth()
  if (Temporal.PlainYearMonth.compare(now, last) > 0) return 'expired'
  return Temporal.PlainYearMonth.compare(now.add({ months: 1 }), last) >= 0 ? 'expiring' : 'good'
}
