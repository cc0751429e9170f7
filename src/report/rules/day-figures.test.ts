import { expect, test } from 'vitest'
import { dayRows, dayLines } from './day-figures.ts'
import type { DaySum } from './day-figures.ts'

const view = {
  today: Temporal.PlainDate.from('2026-11-23'),
  hour: 10,
  seesOrders: true,
  currency: 'USD',
} as const

const order = (sum: Partial<DaySum>): DaySum => ({
  day: 'today',
  fact: 'order',
  currency: 'USD',
  hour: 9,
  isCounted: true,
  times: 1,
  cents: 4999,
  ...sum,
})

const sums = [
  order({}),
  order({ hour: 10, times: 2, cents: 10_000 }),
  order({ currency: 'EUR', cents: 4500 }),
  order({ day: 'yesterday', hour: 3 }),
  // After the time of day: only in the line of yesterday.
  order({ day: 'yesterday', hour: 22, isCounted: false }),
  order({ day: 'last-week', hour: 22, isCounted: false, currency: 'CHF' }),
  order({ fact: 'end', hour: 0, cents: 0 }),
]

const rows = dayRows(sums, view)
const named = (name: string) => rows.filter((row) => row.name === name)

test('orders are counted together, and money is never added across currencies', () => {
  expect(named('Orders placed').map(({ figures }) => figures)).toEqual([[4, 1, 0]])
  expect(named('Paid').map(({ currency, figures }) => [currency, figures])).toEqual([
    ['USD', [14_999, 4999, 0]],
    ['EUR', [4500, 0, 0]],
  ])
  expect(named('Refunded').map(({ currency, figures }) => [currency, figures])).toEqual([['USD', [0, 0, 0]]])
  expect(named('Subscriptions ended').map(({ figures }) => figures)).toEqual([[1, 0, 0]])
})

test('chart lines have the total until each hour: today’s until now, yesterday’s until its end', () => {
  const [row] = named('Orders placed')
  expect(row?.today).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4])
  expect([row?.yesterday.length, row?.yesterday[2], row?.yesterday[3], row?.yesterday[23]]).toEqual([
    24, 0, 1, 2,
  ])
})

test('today’s figures link to their rows, order figures only for roles that see orders, and zero has no link', () => {
  expect(named('Orders placed')[0]?.href).toBe('/desk/orders?from=2026-11-23&until=2026-11-23')
  expect(named('Paid')[1]?.href).toBe(
    '/desk/report/rows?number=orders&from=2026-11-23&to=2026-11-23&currency=EUR',
  )
  expect(named('Refunded')[0]?.href).toBeNull()
  const masked = dayRows(sums, { ...view, seesOrders: false })
  expect(masked.filter(({ href }) => href !== null).map(({ name }) => name)).toEqual(['Subscriptions ended'])
})

const steady = Array.from({ length: 24 }, (_, hour) => (hour + 1) * 10)

test('a day’s line runs from left to right, and today’s ends now', () => {
  // 2 to 94 is the day, so 12 hours are at 48; 240 is the top at 2, so 60 are a quarter of the way up from 22: 17.
  const { today, yesterday, now } = dayLines(
    { today: [...Array<number>(11).fill(0), 30, 60], yesterday: steady },
    12,
  )
  expect(yesterday.startsWith('2,22 5.8,21.2 ')).toBe(true)
  expect(yesterday.endsWith(' 94,2')).toBe(true)
  expect(today.split(' ')).toHaveLength(14)
  expect([today.endsWith(' 48,17'), now]).toEqual([true, { x: 48, y: 17 }])
})

test('both days use one scale, also when today is higher', () => {
  const { now, yesterday } = dayLines({ today: [480], yesterday: steady }, 0.5)
  expect([now.y, yesterday.endsWith(' 94,12')]).toEqual([2, true])
})

test('days without events are drawn at the bottom', () => {
  const { today, yesterday } = dayLines({ today: [0], yesterday: Array<number>(24).fill(0) }, 0)
  expect(today).toBe('2,22 2,22')
  expect(new Set(yesterday.split(' ').map((point) => point.split(',')[1]))).toEqual(new Set(['22']))
})
