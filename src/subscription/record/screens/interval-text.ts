/** The frequency as shown after a price: `monthly`, `every 3 months`. */
export const frequencyText = (intervalMonths: number): string =>
  intervalMonths === 1 ? 'monthly' : `every ${intervalMonths} months`

/** How far a day is: `today`, `tomorrow`, `in 12 days`; empty for one that has passed. */
export const relativeDayText = (days: number): string => {
  if (days < 0) return ''
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
