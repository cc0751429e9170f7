import { noExpiry } from '#shared/card-face.ts'
import type { Cents } from '#shared/money.ts'
import { cycleDate, cycleDates } from '#subscription/record/rules/billing-schedule.ts'
import { windowFor } from './jurisdiction.ts'
import type { Jurisdictions, NoticeKind, NoticeWindow, Place } from './jurisdiction.ts'
import { increaseToNotify, undoneToNotify } from './price-schedule.ts'
import type { NotifiedIncrease, PriceIncrease } from './price-schedule.ts'
import { ordersAhead } from '#subscription/record/rules/remaining-orders.ts'
import {
  termsAtNextOrder,
  dueOn,
  skipsOwnItem,
  billingScheduleOf,
} from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

/** Everything that the notices of a subscription are decided from. */
export interface NoticeFacts {
  readonly terms: SubscriptionTerms
  readonly today: Temporal.PlainDate
  readonly place: Place
  /** When the agreement began. */
  readonly startedOn: Temporal.PlainDate
  readonly card: { readonly id: string; readonly expMonth: number; readonly expYear: number }
  /** What the subscription's own line cost last, and will cost next, after discounts. */
  readonly line: { readonly lastCents: Cents; readonly lastDiscountCents: Cents; readonly nextCents: Cents }
  /** A coupon for some renewals that takes something off, and how many orders it still counts for; null for none. */
  readonly ending: { readonly code: string; readonly ordersLeft: number } | null
  readonly increases: readonly PriceIncrease[]
  /** The increases that the member was notified of, or is about to be. */
  readonly notified: readonly NotifiedIncrease[]
  /** An order is being charged, at a price that was read before. */
  readonly isCharging: boolean
  /** `kind key` of those that were made before. */
  readonly madeBefore: ReadonlySet<string>
  /** The total of the next order. */
  readonly nextTotalCents: Cents
  /** What the last mail about an order said; null before the first. */
  readonly announced: AnnouncedOrder | null
}

/** What a notice of the kind `reminder` or `renewal` said of the next order. */
export interface AnnouncedOrder {
  readonly noticeId: string
  readonly madeOn: Temporal.PlainDate
  readonly eventOn: Temporal.PlainDate
  readonly totalCents: Cents
}

/** A notice to be sent now. */
export interface Notice {
  readonly kind: NoticeKind
  /** With the kind and the subscription: made once. */
  readonly key: string
  readonly eventOn: Temporal.PlainDate
  readonly window: NoticeWindow
  /** Of the kinds `price-increase` and `price-unchanged`. */
  readonly increase: PriceIncrease | null
}

interface NoticeEvent extends Pick<Notice, 'kind' | 'key' | 'eventOn' | 'increase'> {
  /** The first day on which it is sent, when that is later than its window begins. */
  readonly notBefore?: Temporal.PlainDate
}

/** The order dates, far ahead, because price increases are scheduled far ahead. */
const orderDays = (nextTerms: SubscriptionTerms) =>
  cycleDates(billingScheduleOf(nextTerms), nextTerms.nextCycle, ordersAhead(nextTerms, 24))

const compare = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate | undefined): Temporal.PlainDate =>
  b !== undefined && compare(b, a) > 0 ? b : a

/**
 * The reminder of an order is made once, and once more whenever the last mail about the next order named another day or
 * total: at most once a day, except on the last day before the order.
 */
const reminderEvent = (eventOn: Temporal.PlainDate, facts: NoticeFacts): NoticeEvent[] => {
  const event = { kind: 'reminder' as const, key: eventOn.toString(), eventOn, increase: null }
  const { announced, today } = facts
  if (announced === null || !facts.madeBefore.has(`reminder ${event.key}`)) return [event]
  if (announced.eventOn.equals(eventOn) && announced.totalCents === facts.nextTotalCents) return []
  const isLastDay = compare(eventOn, today.add({ days: 1 })) <= 0
  const notBefore = isLastDay ? today : announced.madeOn.add({ days: 1 })
  return [{ ...event, key: `${event.key} after ${announced.noticeId}`, notBefore }]
}

const renewalEvent = (nextTerms: SubscriptionTerms, facts: NoticeFacts): NoticeEvent[] => {
  const eventOn = dueOn(nextTerms)
  const event = { key: eventOn.toString(), eventOn, increase: null }
  const { lastCents, lastDiscountCents, nextCents } = facts.line
  const ends = lastDiscountCents > 0 && nextCents > lastCents
  return [
    { kind: 'renewal', ...event },
    ...reminderEvent(eventOn, facts),
    ...(ends ? [{ kind: 'promotion-end' as const, ...event }] : []),
  ]
}

/** The first order day at the full price, once a coupon has counted for all its renewals. */
const endingEvent = (nextTerms: SubscriptionTerms, { ending }: NoticeFacts): NoticeEvent[] => {
  if (ending === null) return []
  // An order without the subscription's own item is not one of those that it counts for.
  const after = ending.ordersLeft + (skipsOwnItem(nextTerms) ? 1 : 0)
  const eventOn = after === 0 ? dueOn(nextTerms) : orderDays(nextTerms)[after]
  return eventOn
    ? [{ kind: 'promotion-end', key: `${ending.code} ${eventOn.toString()}`, eventOn, increase: null }]
    : []
}

const regularEvent = (facts: NoticeFacts, everyMonths: number): NoticeEvent => {
  const schedule = { anchorOn: facts.startedOn, intervalMonths: everyMonths }
  let step = 1
  while (compare(cycleDate(schedule, step), facts.today) <= 0) step += 1
  const eventOn = cycleDate(schedule, step)
  return { kind: 'regular', key: eventOn.toString(), eventOn, increase: null }
}

/** A card is valid to the end of its month; only an order after that needs another one. */
const cardEvents = (nextTerms: SubscriptionTerms, { card }: NoticeFacts): NoticeEvent[] => {
  if (card.expYear === noExpiry.expYear) return []
  const eventOn = Temporal.PlainYearMonth.from({ year: card.expYear, month: card.expMonth })
    .toPlainDate({ day: 1 })
    .add({ months: 1 })
  const needsNewCard =
    nextTerms.remainingOrders === null || orderDays(nextTerms).some((day) => compare(day, eventOn) >= 0)
  return needsNewCard
    ? [{ kind: 'card-expiry', key: `${card.id} ${eventOn.toString()}`, eventOn, increase: null }]
    : []
}

/** The next increase to notify of, and those that were notified and undone. */
const priceEvents = (
  nextTerms: SubscriptionTerms,
  facts: NoticeFacts,
  window: NoticeWindow | null,
): NoticeEvent[] => {
  const { increases, notified, today } = facts
  const orders = orderDays(nextTerms)
  const noticeInTimeFrom = today.add({ days: window?.toDays ?? 0 })
  const due = increaseToNotify({
    agreement: nextTerms,
    increases,
    notified,
    orderDays: orders,
    noticeInTimeFrom,
  })
  const undone = undoneToNotify(nextTerms, notified).map(({ increase, fromOn }) => ({
    kind: 'price-unchanged' as const,
    key: increase.id,
    // Once its day has passed it is said of the order that would cost more next.
    eventOn: (compare(fromOn, today) > 0 ? null : orders.find((day) => compare(day, today) > 0)) ?? fromOn,
    increase,
  }))
  if (due === null) return undone
  const { increase, on: eventOn } = due
  return [...undone, { kind: 'price-increase', key: increase.id, eventOn, increase }]
}

const eventsOf = (
  nextTerms: SubscriptionTerms,
  facts: NoticeFacts,
  windowOf: (kind: NoticeKind) => NoticeWindow | null,
) => {
  const everyMonths = windowOf('regular')?.everyMonths ?? null
  return [
    ...renewalEvent(nextTerms, facts),
    ...endingEvent(nextTerms, facts),
    ...(everyMonths === null ? [] : [regularEvent(facts, everyMonths)]),
    ...cardEvents(nextTerms, facts),
    ...priceEvents(nextTerms, facts, windowOf('price-increase')),
  ]
}

/** The notices to send today, and the day of the next check; null when nothing is planned. */
export interface DueNotices {
  readonly notices: readonly Notice[]
  readonly nextCheckOn: Temporal.PlainDate | null
}

/** One mail about an order is enough for a day: what has to be said of it says more than the reminder. */
const withoutRepeats = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter(
    ({ kind, eventOn }) =>
      kind !== 'reminder' ||
      !notices.some((other) => other.kind === 'renewal' && other.eventOn.equals(eventOn)),
  )

/**
 * What is said first, alone: that an increase was undone, then that there is one. The other notices name totals, and
 * these are known when that mail is out. One about tomorrow cannot wait.
 */
const speakFirst = (notices: readonly Notice[], today: Temporal.PlainDate): readonly Notice[] => {
  const kind = (['price-unchanged', 'price-increase'] as const).find((one) =>
    notices.some((notice) => notice.kind === one),
  )
  if (kind === undefined) return notices
  const tomorrow = today.add({ days: 1 })
  return notices.filter((notice) => notice.kind === kind || compare(notice.eventOn, tomorrow) <= 0)
}

/**
 * The notices that are due for a subscription. Each is sent on the first day of its window. A late one is sent as long
 * as its event is in the future; only a price increase waits for an order that can be notified in time.
 */
export const dueNotices = (jurisdictions: Jurisdictions, facts: NoticeFacts): DueNotices => {
  const nextTerms = termsAtNextOrder(facts.terms)
  if (nextTerms === null) return { notices: [], nextCheckOn: null }
  const windowOf = (kind: NoticeKind) =>
    windowFor(jurisdictions, facts.place, kind, facts.terms.intervalMonths)
  const notices: Notice[] = []
  let nextCheckOn: Temporal.PlainDate | null = null
  const tomorrow = facts.today.add({ days: 1 })
  for (const event of eventsOf(nextTerms, facts, windowOf)) {
    const window = windowOf(event.kind)
    if (!window || facts.madeBefore.has(`${event.kind} ${event.key}`)) continue
    const sendOn = later(event.eventOn.subtract({ days: window.fromDays }), event.notBefore)
    if (compare(event.eventOn, facts.today) <= 0) continue
    // Whether the price stays is known when the charge is answered.
    if (event.kind === 'price-unchanged' && facts.isCharging) nextCheckOn = tomorrow
    else if (compare(sendOn, facts.today) <= 0) notices.push({ ...event, window })
    else if (nextCheckOn === null || compare(sendOn, nextCheckOn) < 0) nextCheckOn = sendOn
  }
  const due = withoutRepeats(notices)
  const chosen = speakFirst(due, facts.today)
  // It is checked again as soon as that mail is out, and if none goes out, on the next day.
  return { notices: chosen, nextCheckOn: chosen.length < due.length ? tomorrow : nextCheckOn }
}

/** A notice that was made and waits for its mail to go out. */
export interface WaitingNotice {
  readonly kind: NoticeKind
  readonly eventOn: Temporal.PlainDate
  /** The least number of days between mail and event. */
  readonly toDays: number
  /** Of the kinds `price-increase` and `price-unchanged`. */
  readonly increase: PriceIncrease | null
}

/**
 * Whether a notice has become untrue while its mail waited: its event is no longer in the future, or its price increase
 * was undone or has become too late for the order it names. That an increase was undone is said however late it is.
 */
export const isOutdated = (
  { kind, eventOn, toDays, increase }: WaitingNotice,
  today: Temporal.PlainDate,
): boolean => {
  if (kind === 'price-unchanged') return false
  if (compare(eventOn, today) <= 0) return true
  return (
    kind === 'price-increase' &&
    (increase?.isUndone === true || compare(today.add({ days: toDays }), eventOn) > 0)
  )
}

/** The end of a coupon that a member was notified of. */
export interface NotifiedCouponEnd {
  readonly code: string
  /** The day on which the mail went out; null while it has not. */
  readonly sentOn: string | null
  /** The least number of days between mail and charge. */
  readonly toDays: number
}

/** Whether a member was notified in time that a coupon ends, for an order on this day. */
export const isCouponEndNotified = (
  code: string,
  ends: readonly NotifiedCouponEnd[],
  on: Temporal.PlainDate,
): boolean =>
  ends.some(
    (end) =>
      end.code === code &&
      end.sentOn !== null &&
      compare(Temporal.PlainDate.from(end.sentOn).add({ days: end.toDays }), on) <= 0,
  )
