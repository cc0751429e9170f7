import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { readAs } from './test-counts.ts'

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const PlaywrightError = z.object({ message: z.string().default('') })

const PlaywrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          results: z.array(z.object({ error: PlaywrightError.optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})

const PlaywrightReport = z.object({ suites: z.array(PlaywrightSuite), errors: z.array(PlaywrightError) })

/** One line of at most 600 characters, without the stack. */
const oneFailure = (name: string, message: string): string => {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
  const stack = lines.findIndex((line) => line.startsWith('at '))
  const said = lines.slice(0, stack === -1 ? lines.length : stack).filter((line) => line !== '')
  return `${name}: ${said.join(' / ')}`.slice(0, 600)
}

/**
 * A line for each failed test of a report of vitest's JSON reporter: its file, its title and why.
 *
 * @param root The folder of the project; files are named from there.
 */
export const failuresOfVitest = (report: string, root: string): readonly string[] =>
  (readAs(VitestReport, report)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => oneFailure(`${file} › ${one.fullName}`, one.failureMessages?.[0] ?? ''))
    return status === 'failed' && failed.length === 0 ? [oneFailure(file, message)] : failed
  })

const failuresOfSuite = ({ specs, suites = [] }: z.output<typeof PlaywrightSuite>): readonly string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, results }) =>
        oneFailure(
          `${file} [${projectName}] › ${title}`,
          results.findLast(({ error }) => error)?.error?.message ?? '',
        ),
      ),
    ),
  ...suites.flatMap(failuresOfSuite),
]

/** A line for each failed test of a report of Playwright's JSON reporter, and for each error outside of tests. */
export const failuresOfPlaywright = (report: string): readonly string[] => {
  const read = readAs(PlaywrightReport, report)
  if (read === null) return []
  return [
    ...read.suites.flatMap(failuresOfSuite),
    ...read.errors.map(({ message }) => oneFailure('Playwright', message)),
  ]
}
