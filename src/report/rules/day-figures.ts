import type { Currency } from '#shared/money.ts'
import { comparedDays } from './day-spans.ts'
import type { ComparedDay } from './day-spans.ts'
import { rowsHref } from './row-numbers.ts'

/** What is counted of a day. */
export const dayFacts = ['order', 'start', 'end', 'refund'] as const
type DayFact = (typeof dayFacts)[number]

/** What happened in an hour of one day, in one currency. */
export interface DaySum {
  readonly day: ComparedDay
  readonly fact: DayFact
  /** Null for what is counted and has no amount. */
  readonly currency: Currency | null
  /** By the clocks of the shop, from 0 to 23. */
  readonly hour: number
  /** Whether it was until the time that the days are compared at. */
  readonly isCounted: boolean
  readonly times: number
  readonly cents: number
}

/** A row of the day so far: what is counted or, with a currency, its cents; never added up across currencies. */
export interface DayRow {
  readonly name: string
  readonly definition: string
  readonly currency: Currency | null
  /** Of each day until the time, in the order of `comparedDays`. */
  readonly figures: readonly number[]
  /** The page with the rows of the figure of today. */
  readonly href: string | null
  /** What it came to until the end of each hour: of today until now, of yesterday the whole day. */
  readonly today: readonly number[]
  readonly yesterday: readonly number[]
}

interface Kind {
  readonly name: string
  readonly definition: string
  readonly fact: DayFact
  readonly isMoney: boolean
  readonly hrefOf: (day: string, currency: Currency | undefined) => string
  /** Whether its rows are orders, which not every role sees. */
  readonly isOfOrders: boolean
}

const kinds: readonly Kind[] = [
  {
    name: 'Orders placed',
    definition: 'purchases, gifts and renewals placed in that time, also those that were canceled later.',
    fact: 'order',
    isMoney: false,
    hrefOf: (day) => `/desk/orders?from=${day}&until=${day}`,
    isOfOrders: true,
  },
  {
    name: 'Paid',
    definition:
      'what the orders placed in that time were charged in total, by card and from credit, with shipping and tax; refunds are not taken off.',
    fact: 'order',
    isMoney: true,
    hrefOf: (day, currency) => rowsHref({ number: 'orders', from: day, to: day, currency }),
    isOfOrders: true,
  },
  {
    name: 'Subscriptions started',
    definition: 'subscriptions made in that time, also those whose first order comes later.',
    fact: 'start',
    isMoney: false,
    hrefOf: (day) => rowsHref({ number: 'new', from: day, to: day }),
    isOfOrders: false,
  },
  {
    name: 'Subscriptions ended',
    definition: 'subscriptions that were canceled, or ended for good, in that time.',
    fact: 'end',
    isMoney: false,
    hrefOf: (day) => rowsHref({ number: 'ended', from: day, to: day }),
    isOfOrders: false,
  },
  {
    name: 'Refunded',
    definition: 'refunds settled in that time, to the card and as credit, whenever their orders were placed.',
    fact: 'refund',
    isMoney: true,
    hrefOf: (day, currency) => rowsHref({ number: 'orders', kind: 'refund', from: day, to: day, currency }),
    isOfOrders: true,
  },
]

const total = (sums: readonly DaySum[], { isMoney }: Kind): number =>
  sums.reduce((all, { times, cents }) => all + (isMoney ? cents : times), 0)

/** What it came to until the end of each of the hours. */
const levels = (sums: readonly DaySum[], kind: Kind, hours: number): readonly number[] =>
  Array.from({ length: hours }, (_, last) =>
    total(
      sums.filter(({ hour }) => hour <= last),
      kind,
    ),
  )

/** When it is, and what the reader may see and is shown. */
interface DayView {
  readonly today: Temporal.PlainDate
  /** The hour that has begun. */
  readonly hour: number
  readonly seesOrders: boolean
  /** Shown also when nothing was sold in it. */
  readonly currency: Currency
}

const rowOf = (sums: readonly DaySum[], kind: Kind, currency: Currency | null, view: DayView): DayRow => {
  const on = (day: ComparedDay) => sums.filter((sum) => sum.day === day)
  const figures = comparedDays.map((day) =>
    total(
      on(day).filter(({ isCounted }) => isCounted),
      kind,
    ),
  )
  const hasRows = on('today').length > 0 && (view.seesOrders || !kind.isOfOrders)
  return {
    name: kind.name,
    definition: kind.definition,
    currency,
    figures,
    href: hasRows ? kind.hrefOf(view.today.toString(), currency ?? undefined) : null,
    today: levels(on('today'), kind, view.hour + 1),
    yesterday: levels(on('yesterday'), kind, 24),
  }
}

/** A row for each kind of figure, and for money one for each currency, the shop's own first. */
export const dayRows = (sums: readonly DaySum[], view: DayView): readonly DayRow[] =>
  kinds.flatMap((kind) => {
    const own = sums.filter(
      ({ fact, day, isCounted }) => fact === kind.fact && (isCounted || day === 'yesterday'),
    )
    if (!kind.isMoney) return [rowOf(own, kind, null, view)]
    const others = own.flatMap(({ currency }) => currency ?? []).toSorted()
    return [...new Set([view.currency, ...others])].map((currency) =>
      rowOf(
        own.filter((sum) => sum.currency === currency),
        kind,
        currency,
        view,
      ),
    )
  })

/** The size of a line, in units of its drawing. */
export const lineSize = { width: 96, height: 24 } as const

/** Half of a stroke, so that none is cut off at the edge. */
const edge = 2

interface DayLines {
  /** Points of a `polyline`. */
  readonly today: string
  readonly yesterday: string
  /** Where today has come to. */
  readonly now: { readonly x: number; readonly y: number }
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/**
 * What two days came to, hour by hour, as lines on one scale: 0 at the bottom, the most of both at the top, the whole width a day.
 * `hours` is how much of today is over, from 0 to 24; the last value of today is that of now.
 */
export const dayLines = (
  { today, yesterday }: { readonly today: readonly number[]; readonly yesterday: readonly number[] },
  hours: number,
): DayLines => {
  const most = Math.max(1, ...today, ...yesterday)
  const x = (hour: number): number => rounded(edge + (hour / 24) * (lineSize.width - 2 * edge))
  const y = (value: number): number =>
    rounded(lineSize.height - edge - (Math.max(0, value) / most) * (lineSize.height - 2 * edge))
  const points = (values: readonly number[], last: number) => [
    { x: x(0), y: y(0) },
    ...values.map((value, hour) => ({ x: x(Math.min(hour + 1, last)), y: y(value) })),
  ]
  const text = (line: readonly { readonly x: number; readonly y: number }[]): string =>
    line.map((point) => `${point.x},${point.y}`).join(' ')
  const own = points(today, hours)
  return {
    today: text(own),
    yesterday: text(points(yesterday, 24)),
    now: own.at(-1) ?? { x: x(0), y: y(0) },
  }
}
