import { expect, test } from 'vitest'
import { statusAt } from './status-history.ts'
import type { SubscriptionStatus, StatusHistory } from './status-history.ts'

const day = (text: string): Temporal.Instant => Temporal.Instant.from(`${text}T12:00:00Z`)

const one: SubscriptionStatus = {
  state: 'active',
  planCode: 'syn-rf',
  quantity: 1,
  unitPriceCents: 4999,
  intervalMonths: 1,
}

test('before its start a subscription has no status, and then that of its latest entry', () => {
  const history: StatusHistory = [
    { at: day('2031-01-10'), status: one },
    { at: day('2031-02-10'), status: { ...one, quantity: 2 } },
    { at: day('2031-02-10'), status: { ...one, quantity: 3 } },
  ]
  expect(statusAt(history, day('2031-01-09'))).toBeNull()
  expect(statusAt(history, day('2031-01-10'))?.quantity).toBe(1)
  expect(statusAt(history, day('2031-02-09'))?.quantity).toBe(1)
  expect(statusAt(history, day('2031-02-10'))?.quantity).toBe(3)
})
