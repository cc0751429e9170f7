import type { Cents, Currency } from '#shared/money.ts'

/** A higher price of a plan that the operator scheduled, for orders from a day on. */
export interface PriceIncrease {
  readonly id: string
  /** Increases are counted in the order in which they were scheduled. */
  readonly number: number
  readonly planCode: string
  readonly priceCents: Cents
  /** Of the subscriptions that it is about. */
  readonly currency: Currency
  readonly effectiveOn: Temporal.PlainDate
  /** Undone: by the operator before its day, or stopped at the desk. */
  readonly isUndone: boolean
}

/** An increase that a member was notified of, or is about to be. */
export interface NotifiedIncrease {
  readonly increase: PriceIncrease
  /** The first order day that the notice names. */
  readonly fromOn: Temporal.PlainDate
  /** The day on which the mail went out; null while it has not. */
  readonly sentOn: Temporal.PlainDate | null
  /** The least number of days between mail and charge. */
  readonly toDays: number
}

/** What a member agreed to, by a purchase or by a change at the current price. */
export interface PriceAgreement {
  readonly planCode: string
  /** The price in force, of one unit. */
  readonly unitPriceCents: Cents
  readonly currency: Currency
  /** The number of the latest increase that was there when it was made; 0 for none. */
  readonly agreedAfterIncrease: number
}

/** From this order day on, one unit costs this much. */
export interface PriceStep {
  readonly fromOn: Temporal.PlainDate
  readonly priceCents: Cents
}

const compare = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  compare(a, b) >= 0 ? a : b

/** Whether an increase is about this agreement: of its plan and currency, and scheduled after it was made. */
const appliesTo = (
  { planCode, currency, agreedAfterIncrease }: PriceAgreement,
  increase: PriceIncrease,
): boolean =>
  increase.planCode === planCode && increase.currency === currency && increase.number > agreedAfterIncrease

/**
 * The price schedule of an agreement, after the current price: each increase that its member was notified of, from the
 * notified day, or later if the mail was late. Increases without a sent notice and undone increases are not part of it.
 */
export const priceSteps = (
  agreement: PriceAgreement,
  notified: readonly NotifiedIncrease[],
): readonly PriceStep[] =>
  notified.flatMap(({ increase, fromOn, sentOn, toDays }) =>
    sentOn === null || increase.isUndone || !appliesTo(agreement, increase)
      ? []
      : [{ fromOn: later(fromOn, sentOn.add({ days: toDays })), priceCents: increase.priceCents }],
  )

/** The price of one unit on an order day. An increase never lowers it. Cents. */
export const unitPriceOn = (agreedCents: Cents, steps: readonly PriceStep[], on: Temporal.PlainDate): Cents =>
  Math.max(
    agreedCents,
    ...steps.filter(({ fromOn }) => compare(fromOn, on) <= 0).map(({ priceCents }) => priceCents),
  )

/** The next step after a day that makes it more expensive than on that day; null for none. */
export const nextHigherStep = (
  agreedCents: Cents,
  steps: readonly PriceStep[],
  day: Temporal.PlainDate,
): PriceStep | null => {
  const cents = unitPriceOn(agreedCents, steps, day)
  const higher = steps.filter(({ fromOn, priceCents }) => compare(fromOn, day) > 0 && priceCents > cents)
  return higher.toSorted((a, b) => compare(a.fromOn, b.fromOn))[0] ?? null
}

/** Whether a price that was computed for an order comes from an increase that has been undone since. Cents. */
export const isOfUndone = (
  agreedCents: Cents,
  pricedCents: Cents,
  increases: readonly Pick<PriceIncrease, 'priceCents' | 'isUndone'>[],
): boolean => {
  const same = increases.filter(({ priceCents }) => priceCents === pricedCents)
  return pricedCents > agreedCents && same.length > 0 && same.every(({ isUndone }) => isUndone)
}

/** An increase with the first order day that bears it. */
export interface DueIncrease {
  readonly increase: PriceIncrease
  readonly on: Temporal.PlainDate
}

/** The facts that decide when the increases of an agreement apply. */
export interface IncreasePlacement {
  readonly agreement: PriceAgreement
  readonly increases: readonly PriceIncrease[]
  readonly notified: readonly NotifiedIncrease[]
  /** The days of the orders to come, the earliest first. */
  readonly orderDays: readonly Temporal.PlainDate[]
  /** The first order day for which a notice that is sent today is in time. */
  readonly noticeInTimeFrom: Temporal.PlainDate
}

/** The highest of the increases that would come with the earliest order day of all. */
const earliestIncrease = (due: readonly DueIncrease[]): DueIncrease | null => {
  const [first] = due.toSorted((a, b) => compare(a.on, b.on) || b.increase.priceCents - a.increase.priceCents)
  return first ?? null
}

/**
 * The increase that a member is to be notified of next, with the first order day at the new price: on or after its own
 * day, in time, and after every day of an earlier notice, so that no day has two notices. Of several increases for one
 * order only the highest is notified. While a notice is not sent, the next one waits. Null for none.
 */
export const increaseToNotify = ({
  agreement,
  increases,
  notified,
  orderDays,
  noticeInTimeFrom,
}: IncreasePlacement): DueIncrease | null => {
  const activeNotices = notified.filter(
    ({ increase }) => appliesTo(agreement, increase) && !increase.isUndone,
  )
  if (activeNotices.some(({ sentOn }) => sentOn === null)) return null
  const highest = Math.max(
    agreement.unitPriceCents,
    ...activeNotices.map(({ increase }) => increase.priceCents),
  )
  const due = increases
    .filter(
      (increase) => appliesTo(agreement, increase) && !increase.isUndone && increase.priceCents > highest,
    )
    .flatMap((increase) => {
      const on = orderDays.find(
        (day) =>
          compare(day, increase.effectiveOn) >= 0 &&
          compare(day, noticeInTimeFrom) >= 0 &&
          activeNotices.every(({ fromOn }) => compare(day, fromOn) > 0),
      )
      return on ? [{ increase, on }] : []
    })
  return earliestIncrease(due)
}

/** Increases that were notified by mail and then undone, without those that the price in force has reached: they were charged. */
export const undoneToNotify = (
  agreement: PriceAgreement,
  notified: readonly NotifiedIncrease[],
): readonly NotifiedIncrease[] =>
  notified.filter(
    ({ increase, sentOn }) =>
      increase.isUndone &&
      sentOn !== null &&
      increase.priceCents > agreement.unitPriceCents &&
      appliesTo(agreement, increase),
  )

/** Why an increase cannot be scheduled. */
export type ScheduleRefusal =
  | { readonly reason: 'not-above-zero' | 'day-not-ahead' }
  /** Increases of a plan come in order: a later day, a higher price. */
  | { readonly reason: 'out-of-order'; readonly scheduled: PriceIncrease }

/** Whether a price can be scheduled from a day on, given the other increases of its plan in its currency; null when it can. */
export const scheduleRefusal = (
  increases: readonly PriceIncrease[],
  requested: Pick<PriceIncrease, 'priceCents' | 'effectiveOn'>,
  today: Temporal.PlainDate,
): ScheduleRefusal | null => {
  if (requested.priceCents <= 0) return { reason: 'not-above-zero' }
  if (compare(requested.effectiveOn, today) <= 0) return { reason: 'day-not-ahead' }
  const scheduled = increases.find(
    ({ isUndone, effectiveOn, priceCents }) =>
      !isUndone &&
      compare(effectiveOn, today) > 0 &&
      (compare(requested.effectiveOn, effectiveOn) <= 0 || requested.priceCents <= priceCents),
  )
  return scheduled ? { reason: 'out-of-order', scheduled } : null
}
