import { expect, test } from 'vitest'
import { reportMonths } from './month.ts'

const today = Temporal.PlainDate.from('2031-03-10')
const names = (requested: { from?: string; to?: string }) =>
  reportMonths(requested, today, 'America/New_York')?.map(({ name }) => name) ?? null

test('by default the last six months are reported, including the current one', () => {
  expect(names({})).toEqual(['2030-10', '2030-11', '2030-12', '2031-01', '2031-02', '2031-03'])
  expect(names({ from: '2031-02' })).toEqual(['2031-02', '2031-03'])
  expect(names({ from: '2031-01', to: '2031-01' })).toEqual(['2031-01'])
})

test('more than 24 months, or a reversed range, is refused', () => {
  expect(names({ from: '2029-04', to: '2031-03' })).toHaveLength(24)
  expect(names({ from: '2029-03', to: '2031-03' })).toBeNull()
  expect(names({ from: '2031-04', to: '2031-03' })).toBeNull()
})

test('a month begins and ends at midnight in the shop, in summer and winter time', () => {
  const [march] = reportMonths({ from: '2031-03', to: '2031-03' }, today, 'America/New_York') ?? []
  // Five hours behind before the second Sunday of March, four after it.
  expect(march?.from.toString()).toBe('2031-03-01T05:00:00Z')
  expect(march?.to.toString()).toBe('2031-04-01T04:00:00Z')
})
