import { expect, test } from 'vitest'
import { leavingSection } from './leaving-section.ts'
import type { MonthCount } from './report.ts'

const month: MonthCount = {
  visits: [],
  quiz: { started: 0, finished: 0 },
  carts: 0,
  checkouts: { sent: 0, ordered: 0 },
  couponUses: [],
  dunning: { opened: 0, recovered: 0, lost: 0 },
  leaving: [
    { sawOffers: true, reasonId: 'too-expensive', outcome: 'left', times: 3 },
    { sawOffers: true, reasonId: 'too-expensive', outcome: 'stayed', times: 2 },
    { sawOffers: false, reasonId: 'too-expensive', outcome: 'left', times: 5 },
    { sawOffers: false, reasonId: 'away', outcome: 'left', times: 1 },
  ],
  ledger: [],
}

test('both halves of the retention test are side by side, in total and by reason', () => {
  const facts = {
    months: ['2031-01', '2031-02'],
    bridges: new Map(),
    cohorts: [],
    counts: [month, { ...month, leaving: [] }],
  }
  expect(leavingSection(facts).rows.map(({ name, values }) => [name, ...values])).toEqual([
    ['left, with offers', '3', '0'],
    ['stayed, with offers', '2', '0'],
    ['left, without', '6', '0'],
    ['away', '0 / 0 / 1', '0 / 0 / 0'],
    ['too-expensive', '3 / 2 / 5', '0 / 0 / 0'],
  ])
})
