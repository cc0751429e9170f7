import { expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { arrivalDates } from './delivery-dates.ts'
import { lateDepartures } from './late-departures.ts'

const today = Temporal.PlainDate.from('2026-12-04')
const dayOf = (at: Temporal.Instant | undefined): string =>
  at?.toZonedDateTimeISO(brand.timeZone).toPlainDate().toString() ?? ''

test('a package of three to five working days that was due on Monday is late on Friday', () => {
  const { leftBefore, expectedBefore } = lateDepartures(today)
  // Five working days before Monday, November 30: Friday 27, Wednesday 25 (26 is Thanksgiving), 24, 23. It left before that Monday.
  expect(dayOf(leftBefore['free_shipping US'])).toBe('2026-11-23')
  expect(dayOf(leftBefore['expedited US'])).toBe('2026-11-25')
  // Said to arrive on Monday, it is late on Friday; on Tuesday, it is not yet.
  expect(dayOf(expectedBefore)).toBe('2026-12-01')
})

test.each(['free_shipping US', 'expedited US', 'passport_duty_paid_canada CA', 'passport_duty_paid_all AU'])(
  'for every day until February, %s, the last late shipping day was due four days ago, and the day after it was not',
  (route) => {
    const [methodCode = '', country = ''] = route.split(' ')
    const arrives = (day: Temporal.PlainDate) =>
      arrivalDates({ from: day, until: day }, { methodCode, country }).until
    for (let day = today; day.year < 2027 || day.month === 1; day = day.add({ days: 1 })) {
      const first = Temporal.PlainDate.from(dayOf(lateDepartures(day).leftBefore[route]))
      const last = day.subtract({ days: 4 })
      expect(Temporal.PlainDate.compare(arrives(first.subtract({ days: 1 })), last)).toBeLessThanOrEqual(0)
      expect(Temporal.PlainDate.compare(arrives(first), last)).toBe(1)
    }
  },
)

test('an unknown method, and a country without delivery days, use the days for abroad', () => {
  const { leftBefore } = lateDepartures(today)
  // Fourteen working days before and including November 30, with no holiday there.
  expect(dayOf(leftBefore['*'])).toBe('2026-11-11')
  expect(Object.keys(leftBefore)).not.toContain('passport_duty_paid_all FR')
})
