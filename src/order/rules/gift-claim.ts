import type { DateRange } from '#shared/date-range.ts'

/** A gift gets its shipping dates when it is claimed. */
export const isClaimed = ({
  kind,
  ships,
}: {
  readonly kind: string
  readonly ships: DateRange | null
}): boolean => kind === 'gift' && ships !== null
