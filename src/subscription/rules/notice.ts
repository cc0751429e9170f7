import type { Cents } from '#shared/money.ts'
import { cycleDate, cycleDates } from './billing-date.ts'
import type { Rhythm } from './billing-date.ts'
import { windowFor } from './jurisdiction.ts'
import type { Jurisdictions, NoticeKind, NoticeWindow, Place } from './jurisdiction.ts'
import { asOrdered, dueOn, ownItemStaysBack, rhythmOf } from './steering.ts'
import type { Steering } from './steering.ts'

/** A higher price that the operator wants of a plan, for orders from a day on. */
export interface PriceRise {
  readonly planCode: string
  readonly priceCents: Cents
  readonly effectiveOn: Temporal.PlainDate
}

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
  readonly rises: readonly PriceRise[]
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
  /** Of the kind `price-rise`. */
  readonly rise: PriceRise | null
}

type Event = Pick<Notice, 'kind' | 'key' | 'eventOn' | 'rise'>

/** The days on which the order comes; a long way ahead, for prices rise far ahead. */
const orderDays = (rhythm: Rhythm, cycle: number) => cycleDates(rhythm, cycle, 24)

const compare = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)

const renewalEvent = (ordered: Steering, facts: NoticeFacts): Event[] => {
  const eventOn = dueOn(ordered)
  const event = { key: eventOn.toString(), eventOn, rise: null }
  const { lastCents, lastDiscountCents, nextCents } = facts.line
  const ends = lastDiscountCents > 0 && nextCents > lastCents
  return [{ kind: 'renewal', ...event }, ...(ends ? [{ kind: 'promotion-end' as const, ...event }] : [])]
}

/** The first order day at the full price, once a coupon has counted for all its renewals. */
const endingEvent = (ordered: Steering, { ending }: NoticeFacts): Event[] => {
  if (ending === null) return []
  // An order without the subscription's own item is not one of those that it counts for.
  const after = ending.ordersLeft + (ownItemStaysBack(ordered) ? 1 : 0)
  const eventOn = after === 0 ? dueOn(ordered) : orderDays(rhythmOf(ordered), ordered.nextCycle)[after]
  return eventOn
    ? [{ kind: 'promotion-end', key: `${ending.code} ${eventOn.toString()}`, eventOn, rise: null }]
    : []
}

const regularEvent = (facts: NoticeFacts, everyMonths: number): Event => {
  const rhythm = { anchorOn: facts.begunOn, intervalMonths: everyMonths }
  let step = 1
  while (compare(cycleDate(rhythm, step), facts.today) <= 0) step += 1
  const eventOn = cycleDate(rhythm, step)
  return { kind: 'regular', key: eventOn.toString(), eventOn, rise: null }
}

/** A card counts to the end of its month. */
const cardEvent = ({ card }: NoticeFacts): Event => {
  const eventOn = Temporal.PlainYearMonth.from({ year: card.expYear, month: card.expMonth })
    .toPlainDate({ day: 1 })
    .add({ months: 1 })
  return { kind: 'card-expiry', key: `${card.id} ${eventOn.toString()}`, eventOn, rise: null }
}

/** The first order day that can bear a rise: on or after its day, and far enough ahead to be told in time. */
const riseEvents = (ordered: Steering, { rises, today }: NoticeFacts, window: NoticeWindow | null): Event[] =>
  rises
    .filter(
      ({ planCode, priceCents }) => planCode === ordered.planCode && priceCents > ordered.unitPriceCents,
    )
    .flatMap((rise) => {
      const told = today.add({ days: window?.toDays ?? 0 })
      const eventOn = orderDays(rhythmOf(ordered), ordered.nextCycle).find(
        (day) => compare(day, rise.effectiveOn) >= 0 && compare(day, told) >= 0,
      )
      const key = `${rise.planCode} ${rise.priceCents} ${rise.effectiveOn.toString()}`
      return eventOn ? [{ kind: 'price-rise' as const, key, eventOn, rise }] : []
    })

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
    cardEvent(facts),
    ...riseEvents(ordered, facts, windowOf('price-rise')),
  ]
}

/** What is to be sent today, and the day on which to look again; null when nothing is to come. */
export interface NoticesNow {
  readonly notices: readonly Notice[]
  readonly lookOn: Temporal.PlainDate | null
}

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
  return { notices, lookOn }
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

/** A rise that a member was told of: its promise. */
export interface ToldRise {
  readonly planCode: string
  /** The price that it replaces. */
  readonly agreedCents: Cents
  readonly priceCents: Cents
  /** The first order day named. */
  readonly fromOn: string
  /** The day on which the mail went out; null while it has not. */
  readonly sentOn: string | null
  /** Days that have to lie between mail and charge. */
  readonly toDays: number
}

/**
 * The price of one unit on an order day: the agreed one, unless the member was told of a higher one in time. Whatever
 * keeps the mail from going out keeps the old price.
 */
export const unitPriceOn = (
  steering: Pick<Steering, 'planCode' | 'unitPriceCents'>,
  rises: readonly ToldRise[],
  on: Temporal.PlainDate,
): Cents => {
  const counts = rises.filter(
    (rise) =>
      rise.planCode === steering.planCode &&
      rise.agreedCents === steering.unitPriceCents &&
      rise.sentOn !== null &&
      rise.fromOn <= on.toString() &&
      compare(Temporal.PlainDate.from(rise.sentOn).add({ days: rise.toDays }), on) <= 0,
  )
  return Math.max(steering.unitPriceCents, ...counts.map(({ priceCents }) => priceCents))
}
