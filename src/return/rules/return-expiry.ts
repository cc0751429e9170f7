import type { ReturnPolicy } from './return-policy.ts'

/** The last day on which the package of a return can be sent. */
export const lastSendDay = (
  requestedOn: Temporal.PlainDate,
  { expires_after_days: days }: Pick<ReturnPolicy, 'expires_after_days'>,
): Temporal.PlainDate => requestedOn.add({ days })

interface AwaitedReturn {
  readonly expiresOn: Temporal.PlainDate
  readonly isReminded: boolean
  /** Whether its carrier has its package. */
  readonly isUnderWay: boolean
}

/** What becomes of a return that was asked for and has not come: nothing yet, a reminder, its end. What is under way never expires. */
export const nextOfAwaited = (
  { expiresOn, isReminded, isUnderWay }: AwaitedReturn,
  today: Temporal.PlainDate,
  { remind_days_before: days }: Pick<ReturnPolicy, 'remind_days_before'>,
): 'wait' | 'remind' | 'expire' => {
  if (isUnderWay) return 'wait'
  if (Temporal.PlainDate.compare(today, expiresOn) > 0) return 'expire'
  const isClose = Temporal.PlainDate.compare(today, expiresOn.subtract({ days })) >= 0
  return isClose && !isReminded ? 'remind' : 'wait'
}
