import { expect, test } from 'vitest'
import { countsOfPlaywright, countsOfVitest, total } from '../test-counts.ts'

const vitest = (...files: { status: string; tests: string[] }[]): string =>
  JSON.stringify({
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((one) => ({ status: one })),
    })),
  })

const playwright = (expected: number, unexpected: number, errors: object[] = []): string =>
  JSON.stringify({ stats: { expected, unexpected, flaky: 0, skipped: 0 }, errors })

test('passed and failed tests are counted, and skipped tests are counted as neither', () => {
  const report = vitest(
    { status: 'passed', tests: ['passed', 'passed', 'skipped'] },
    { status: 'failed', tests: ['passed', 'failed'] },
  )
  expect(countsOfVitest(report, false)).toEqual({ passed: 3, failed: 1 })
  expect(countsOfPlaywright(playwright(7, 2), false)).toEqual({ passed: 7, failed: 2 })
})

test('a file that cannot be loaded counts as a failure', () => {
  const report = vitest({ status: 'failed', tests: [] }, { status: 'passed', tests: ['passed'] })
  expect(countsOfVitest(report, false)).toEqual({ passed: 1, failed: 1 })
  expect(countsOfPlaywright(playwright(0, 0, [{ message: 'no tests found' }]), false)).toEqual({
    passed: 0,
    failed: 1,
  })
})

test('a part that failed or reported nothing never counts as passed', () => {
  expect(countsOfVitest(vitest({ status: 'passed', tests: ['passed'] }), false)).toEqual({
    passed: 1,
    failed: 1,
  })
  expect(countsOfPlaywright(playwright(3, 0), false)).toEqual({ passed: 3, failed: 1 })
  expect(countsOfVitest('', false)).toEqual({ passed: 0, failed: 1 })
  expect(countsOfPlaywright('{"stats":', true)).toEqual({ passed: 0, failed: 1 })
})

test('the counts of parts are added up', () => {
  expect(
    total([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 })
})
