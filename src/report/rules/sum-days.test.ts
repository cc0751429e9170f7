import { expect, test } from 'vitest'
import { sumSources } from './sum-days.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const textOf = (days: { readonly from: unknown; readonly before: unknown } | null): string | null =>
  days === null ? null : `${String(days.from)} ${String(days.before)}`

test('each day is read once: from its totals while complete, and otherwise from its rows', () => {
  const january = { from: day('2031-01-01'), before: day('2031-02-01') }
  const { stored, late, computed } = sumSources(january, day('2031-01-20'), [
    day('2031-01-07'),
    day('2030-12-31'),
  ])
  expect(textOf(stored)).toBe('2031-01-01 2031-01-21')
  expect(late.map(String)).toEqual(['2031-01-07'])
  expect(computed.map(textOf)).toEqual(['2031-01-21 2031-02-01', '2031-01-07 2031-01-08'])
})

test('without totals all days are read from rows, and closed days from totals alone', () => {
  const all = { from: null, before: null }
  expect(sumSources(all, null, [])).toEqual({ stored: null, late: [], computed: [all] })
  const over = sumSources({ from: null, before: day('2031-01-05') }, day('2031-01-20'), [])
  expect([textOf(over.stored), over.computed]).toEqual(['null 2031-01-05', []])
  const open = sumSources({ from: day('2031-01-21'), before: null }, day('2031-01-20'), [])
  expect([open.stored, open.computed.map(textOf)]).toEqual([null, ['2031-01-21 null']])
})
