import { monthsAround } from '../rules/finance-filter.ts'
import { ActionLink } from './parts/action.tsx'
import { monthText } from './parts/times.tsx'

interface MonthLinksProps {
  readonly month: string
  readonly today: string
  readonly address: (month: string) => string
}

/** To the month before and the month after, where there is one. */
export const MonthLinks = ({ month, today, address }: MonthLinksProps) => {
  const { earlier, later } = monthsAround(month, today)
  return (
    <>
      <ActionLink href={address(earlier)}>{monthText(earlier)}</ActionLink>
      {later === null ? null : <ActionLink href={address(later)}>{monthText(later)}</ActionLink>}
    </>
  )
}
