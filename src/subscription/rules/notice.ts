import type { Cents } from '#shared/money.ts'
import { cycleDate, cycleDates } from './billing-date.ts'
import { windowFor } from './jurisdiction.ts'
import type { Jurisdictions, NoticeKind, NoticeWindow, Place } from './jurisdiction.ts'
import { increaseToNotify, undoneToNotify } from './price-schedule.ts'
import type { NotifiedIncrease, PriceIncrease } from './price-schedule.ts'
import { ordersAhead } from './remaining-orders.ts'
import { asOrdered, dueOn, ownItemStaysBack, rhythmOf } from './steering.ts'
import type { Steering } from './steering.ts'

/** Everything that the notices of a subscription are decided from. */
export interface NoticeFacts {
  readonly steering: Steering
  readonly today: Temporal.PlainDate
  readonly place: Place
  /** When the agreement began. */
  readonly begunOn: Temporal.PlainDate
  readonly card: { readonly id: string; readonly expMonth: number; readonly expYear: number }
  /** What the subscription's own line cost last, and will cost next, after discounts. */
  readonly line: { readonly lastCents: Cents; readonly lastDiscountCents: Cents; readonly nextCents: Cents }
  /** A coupon for some renewals that takes something off, and how many orders it still counts for; null for none. */
  readonly ending: { readonly code: string; readonly ordersLeft: number } | null
  readonly increases: readonly PriceIncrease[]
  /** The increases that the member was notified of, or is about to be. */
  readonly notified: readonly NotifiedIncrease[]
  /** `kind key` of those that were made before. */
  readonly made: ReadonlySet<string>
}

/** A notice to be sent now. */
export interface Notice {
  readonly kind: NoticeKind
  /** With the kind and the subscription: made once. */
  readonly key: string
  readonly eventOn: Temporal.PlainDate
  readonly window: NoticeWindow
  /** Of the kinds `price-rise` and `price-stays`. */
  readonly increase: PriceIncrease | null
}

type Event = Pick<Notice, 'kind' | 'key' | 'eventOn' | 'increase'>

/** The days on which the order comes; a long way ahead, for prices rise far ahead. */
const orderDays = (ordered: Steering) =>
  cycleDates(rhythmOf(ordered), ordered.nextCycle, ordersAhead(ordered, 24))

const compare = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)

const renewalEvent = (ordered: Steering, facts: NoticeFacts): Event[] => {
  const eventOn = dueOn(ordered)
  const event = { key: eventOn.toString(), eventOn, increase: null }
  const { lastCents, lastDiscountCents, nextCents } = facts.line
  const ends = lastDiscountCents > 0 && nextCents > lastCents
  return [
    { kind: 'renewal', ...event },
    { kind: 'reminder', ...event },
    ...(ends ? [{ kind: 'promotion-end' as const, ...event }] : []),
  ]
}

/** The first order day at the full price, once a coupon has counted for all its renewals. */
const endingEvent = (ordered: Steering, { ending }: NoticeFacts): Event[] => {
  if (ending === null) return []
  // An order without the subscription's own item is not one of those that it counts for.
  const after = ending.ordersLeft + (ownItemStaysBack(ordered) ? 1 : 0)
  const eventOn = after === 0 ? dueOn(ordered) : orderDays(ordered)[after]
  return eventOn
    ? [{ kind: 'promotion-end', key: `${ending.code} ${eventOn.toString()}`, eventOn, increase: null }]
    : []
}

const regularEvent = (facts: NoticeFacts, everyMonths: number): Event => {
  const rhythm = { anchorOn: facts.begunOn, intervalMonths: everyMonths }
  let step = 1
  while (compare(cycleDate(rhythm, step), facts.today) <= 0) step += 1
  const eventOn = cycleDate(rhythm, step)
  return { kind: 'regular', key: eventOn.toString(), eventOn, increase: null }
}

/** A card counts to the end of its month; only an order after that needs another one. */
const cardEvents = (ordered: Steering, { card }: NoticeFacts): Event[] => {
  const eventOn = Temporal.PlainYearMonth.from({ year: card.expYear, month: card.expMonth })
    .toPlainDate({ day: 1 })
    .add({ months: 1 })
  const isNeeded =
    ordered.remainingOrders === null || orderDays(ordered).some((day) => compare(day, eventOn) >= 0)
  return isNeeded
    ? [{ kind: 'card-expiry', key: `${card.id} ${eventOn.toString()}`, eventOn, increase: null }]
    : []
}

/** The next increase to tell of, and those that were told of and undone. */
const priceEvents = (ordered: Steering, facts: NoticeFacts, window: NoticeWindow | null): Event[] => {
  const { increases, notified, today } = facts
  const orders = orderDays(ordered)
  const inTimeFrom = today.add({ days: window?.toDays ?? 0 })
  const due = increaseToNotify({ agreement: ordered, increases, notified, orderDays: orders, inTimeFrom })
  const undone = undoneToNotify(ordered, notified).map(({ increase, fromOn: eventOn }) => ({
    kind: 'price-stays' as const,
    key: increase.id,
    eventOn,
    increase,
  }))
  if (due === null) return undone
  const { increase, on: eventOn } = due
  return [...undone, { kind: 'price-rise', key: increase.id, eventOn, increase }]
}

const eventsOf = (
  ordered: Steering,
  facts: NoticeFacts,
  windowOf: (kind: NoticeKind) => NoticeWindow | null,
) => {
  const everyMonths = windowOf('regular')?.everyMonths ?? null
  return [
    ...renewalEvent(ordered, facts),
    ...endingEvent(ordered, facts),
    ...(everyMonths === null ? [] : [regularEvent(facts, everyMonths)]),
    ...cardEvents(ordered, facts),
    ...priceEvents(ordered, facts, windowOf('price-rise')),
  ]
}

/** What is to be sent today, and the day on which to look again; null when nothing is to come. */
export interface NoticesNow {
  readonly notices: readonly Notice[]
  readonly lookOn: Temporal.PlainDate | null
}

/** One mail about an order is enough for a day: what has to be said of it says more than the reminder. */
const withoutRepeats = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter(
    ({ kind, key }) =>
      kind !== 'reminder' || !notices.some((other) => other.kind === 'renewal' && other.key === key),
  )

/**
 * The notices that a subscription's member is due. Each is sent on the first day of its window. One that is late is
 * sent as long as its event lies ahead; only a price waits for an order that can be told of in time.
 */
export const noticesNow = (jurisdictions: Jurisdictions, facts: NoticeFacts): NoticesNow => {
  const ordered = asOrdered(facts.steering)
  if (ordered === null) return { notices: [], lookOn: null }
  const windowOf = (kind: NoticeKind) =>
    windowFor(jurisdictions, facts.place, kind, facts.steering.intervalMonths)
  const notices: Notice[] = []
  let lookOn: Temporal.PlainDate | null = null
  for (const event of eventsOf(ordered, facts, windowOf)) {
    const window = windowOf(event.kind)
    if (!window || facts.made.has(`${event.kind} ${event.key}`)) continue
    const sendOn = event.eventOn.subtract({ days: window.fromDays })
    if (compare(event.eventOn, facts.today) <= 0) continue
    if (compare(sendOn, facts.today) <= 0) notices.push({ ...event, window })
    else if (lookOn === null || compare(sendOn, lookOn) < 0) lookOn = sendOn
  }
  return { notices: withoutRepeats(notices), lookOn }
}

/** The end of a coupon that a member was told of. */
export interface ToldEnd {
  readonly code: string
  /** The day on which the mail went out; null while it has not. */
  readonly sentOn: string | null
  /** Days that have to lie between mail and charge. */
  readonly toDays: number
}

/** Whether a member was told in time that a coupon ends, for an order on this day; told of once it has ended. */
export const isToldEnd = (code: string, ends: readonly ToldEnd[], on: Temporal.PlainDate): boolean =>
  ends.some(
    (end) =>
      end.code === code &&
      end.sentOn !== null &&
      compare(Temporal.PlainDate.from(end.sentOn).add({ days: end.toDays }), on) <= 0,
  )
