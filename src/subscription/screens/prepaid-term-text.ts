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
      return `Until ${longDate(last_on)}: ${lengthText(months)} from ${longDate(first_on)}`
    case 'paused':
      return `${lengthText(months)} from ${longDate(first_on)}. The clock stands still, and what is left goes on after the pause`
    case 'over':
      return `${lengthText(months)} from ${longDate(first_on)} ended on ${longDate(last_on)}`
    case 'refunded':
      return `Nothing: the order of ${longDate(first_on)} was given back`
    default:
      return state satisfies never
  }
}
