import { expect, test } from 'vitest'
import { isShort, receiptProblem, receivableLines, returnedLines } from './received-lines.ts'

const line = (position: number, restocked: number, writtenOff = 0) => ({
  position,
  restocked,
  writtenOff,
  note: null,
})

test('a package can contain shipped units that are not accounted for, and always the announced ones', () => {
  const sent = [
    { position: 1, quantity: 1 },
    { position: 0, quantity: 2 },
    { position: 0, quantity: 1 },
  ]
  const announced = [{ position: 0, quantity: 1 }]
  expect(receivableLines({ announced, sent, elsewhere: [{ position: 0, quantity: 1 }] })).toEqual([
    { position: 0, quantity: 2 },
    { position: 1, quantity: 1 },
  ])
  expect(receivableLines({ announced, sent, elsewhere: [{ position: 1, quantity: 1 }] })).toEqual([
    { position: 0, quantity: 3 },
  ])
  // A carrier said that it is lost, and it comes back after all.
  expect(receivableLines({ announced, sent: [], elsewhere: [] })).toEqual(announced)
})

test('sellable and unsellable units are refunded alike', () => {
  expect(returnedLines([line(0, 1, 2), line(1, 0)])).toEqual([{ position: 0, quantity: 3 }])
})

test.each([
  ['everything', [line(0, 1, 1)], null, false],
  ['more than announced', [line(0, 3), line(1, 1)], null, false],
  ['less', [line(0, 1)], null, true],
  ['nothing', [], null, true],
  ['something else beside it', [line(0, 2)], 'A jar of another brand', true],
])('%s', (_what, received, other, short) => {
  expect(isShort(received, [{ position: 0, quantity: 2 }], other)).toBe(short)
})

test('an impossible count is named', () => {
  const receivable = [{ position: 0, quantity: 2 }]
  const problem = (...lines: ReturnType<typeof line>[]) =>
    receiptProblem(lines, receivable, ['DS-01', 'VS-01'])
  expect(problem(line(0, 1, 1))).toBeNull()
  expect(problem(line(1, 0))).toBeNull()
  expect(problem(line(0, 2, 1))).toContain('Of DS-01 at most 2 can come back')
  expect(problem(line(1, 1))).toContain('Of VS-01 at most 0')
  expect(problem(line(7, 1))).toBe('The order has no such line.')
  expect(problem(line(0, 1), line(0, 1))).toBe('A line is counted twice.')
})
