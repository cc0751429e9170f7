import { z } from 'zod'

/** How many tests or checks of a part passed and failed. */
export interface Counts {
  readonly passed: number
  readonly failed: number
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
})

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
})

/** A part that ended badly has at least one failure, whatever its report says. */
const atLeastOne = (counts: Counts, isWell: boolean): Counts =>
  isWell || counts.failed > 0 ? counts : { ...counts, failed: 1 }

const none: Counts = { passed: 0, failed: 0 }

/** A report as JSON of this shape; null when it is none. */
export const readAs = <S extends z.ZodType>(shape: S, report: string): z.output<S> | null => {
  try {
    return shape.safeParse(JSON.parse(report)).data ?? null
  } catch {
    return null
  }
}

/**
 * The tests of a report of vitest's JSON reporter. A file that failed without a failed test, as one that cannot be
 * loaded, counts as one failure; so does a run without a readable report.
 */
export const countsOfVitest = (report: string, isWell: boolean): Counts => {
  const files = readAs(VitestReport, report)?.testResults
  if (files === undefined) return { passed: 0, failed: 1 }
  const counts = files.map(({ status, assertionResults }): Counts => {
    const passed = assertionResults.filter((one) => one.status === 'passed').length
    const failed = assertionResults.filter((one) => one.status === 'failed').length
    return { passed, failed: status === 'failed' ? Math.max(1, failed) : failed }
  })
  return atLeastOne(total(counts), isWell)
}

/** The tests of a report of Playwright's JSON reporter; errors outside of tests count as failures. */
export const countsOfPlaywright = (report: string, isWell: boolean): Counts => {
  const read = readAs(PlaywrightReport, report)
  if (read === null) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = read.stats
  return atLeastOne({ passed: expected + flaky, failed: unexpected + read.errors.length }, isWell)
}

/** All of them together. */
export const total = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    none,
  )
