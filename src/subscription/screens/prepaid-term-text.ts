import { longDate } from '#shared/dates.ts'
import type { Subscription } from '../endpoints.ts'

const lengthText = (months: number): string => (months === 1 ? '1 month' : `${months} months`)

/** The prepaid term, in a sentence. */
export const prepaidTermText = ({
  months,
  first_on,
  last_on,
  state,
}: NonNullable<Subscription['prepaidTerm']>): string => {
  switch (state) {
    case 'running':
      return `Paid through ${longDate(last_on)}`
    case 'paused':
      return `${lengthText(months)} from ${longDate(first_on)}. Paused. Your remaining days are kept`
    case 'over':
      return `${lengthText(months)} from ${longDate(first_on)} ended on ${longDate(last_on)}`
    case 'refunded':
      return `None. Your ${longDate(first_on)} order was refunded`
    default:
      return state satisfies never
  }
}
