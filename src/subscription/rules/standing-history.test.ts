import { expect, test } from 'vitest'
import { standingAt } from './standing-history.ts'
import type { Standing, StandingHistory } from './standing-history.ts'

const day = (text: string): Temporal.Instant => Temporal.Instant.from(`${text}T12:00:00Z`)

const one: Standing = {
  state: 'active',
  planCode: 'syn-rf',
  quantity: 1,
  unitPriceCents: 4999,
  intervalMonths: 1,
}

test('before its start a subscription stood in no way, from then on as its latest turn says', () => {
  const history: StandingHistory = [
    { at: day('2031-01-10'), to: one },
    { at: day('2031-02-10'), to: { ...one, quantity: 2 } },
    { at: day('2031-02-10'), to: { ...one, quantity: 3 } },
  ]
  expect(standingAt(history, day('2031-01-09'))).toBeNull()
  expect(standingAt(history, day('2031-01-10'))?.quantity).toBe(1)
  expect(standingAt(history, day('2031-02-09'))?.quantity).toBe(1)
  expect(standingAt(history, day('2031-02-10'))?.quantity).toBe(3)
})
