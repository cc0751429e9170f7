/** The days until which a shop closes past days, by today's date. */
export interface ClosingDays {
  readonly yesterday: Temporal.PlainDate
  /** The last day whose counts are final. */
  readonly counted: Temporal.PlainDate
  /** The last day of the last month whose counts are final. */
  readonly countedMonth: Temporal.PlainDate
}

/** Days until the carts and checkouts of a day are settled, and long before they are deleted (`content/retention.json`). */
const daysUntilFinal = 7

export const closingDaysOf = (today: Temporal.PlainDate): ClosingDays => {
  const yesterday = today.subtract({ days: 1 })
  const counted = yesterday.subtract({ days: daysUntilFinal })
  return { yesterday, counted, countedMonth: counted.add({ days: 1 }).with({ day: 1 }).subtract({ days: 1 }) }
}
