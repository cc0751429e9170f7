import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failuresOfPlaywright, failuresOfVitest } from './failed-tests.ts'
import { leaveOut } from './left-out.ts'
import { countsOfPlaywright, countsOfVitest, total, type Counts } from './test-counts.ts'

/**
 * `npm test`: every check, vitest and Playwright, each even if the others fail. The last line counts them all.
 * `npm test -- all` has the tests of faults, of the desk and those of every call, too, as continuous integration runs it
 * (decisions 451 and 483).
 */
const isAll = process.argv.includes('all')
const parts: NodeJS.ProcessEnv = isAll ? {} : leaveOut
const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'loam-test-reports-'))

const binaries = join(root, 'node_modules/.bin')

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A part that takes longer hangs: it is ended and has failed, so that the others have their turn. Milliseconds. */
const longestPart = 40 * 60_000

/** Runs one part with its output on the terminal; true when it ended well. */
const run = (program: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): boolean =>
  spawnSync(join(binaries, program), words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...parts, ...environment },
    timeout: longestPart,
    killSignal: 'SIGKILL',
  }).status === 0

const report = (name: string): string => {
  try {
    return readFileSync(join(reports, name), 'utf8')
  } catch {
    return ''
  }
}

/** A script of package.json, with its output on the terminal when it has ended: others run beside it. */
const check = async (name: string): Promise<Counts> => {
  const child = spawn('npm', ['run', '--silent', `check:${name}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => output.push(piece))
  const [status] = await once(child, 'close')
  process.stdout.write(Buffer.concat(output))
  const isWell = status === 0
  return { passed: isWell ? 1 : 0, failed: isWell ? 0 : 1 }
}

const runVitest = (): Counts => {
  const file = join(reports, 'vitest.json')
  // Its component tests need a browser as well as Playwright's.
  const isWell =
    run('node', ['test/browser/chromium.ts']) &&
    run('vitest', [
      'run',
      ...(isAll ? [] : ['--project=!faults']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ])
  return countsOfVitest(report('vitest.json'), isWell)
}

const runPlaywright = (): Counts => {
  const file = join(reports, 'playwright.json')
  const isWell = run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return countsOfPlaywright(report('playwright.json'), isWell)
}

type CountedPart = readonly [name: string, counts: Counts]

const runLane = async (names: readonly string[]): Promise<CountedPart[]> => {
  const counted: CountedPart[] = []
  for (const name of names) counted.push([`check:${name}`, await check(name)])
  return counted
}

const counted: readonly CountedPart[] = [
  ...(await Promise.all([runLane(['format', 'types']), runLane(['dependencies', 'dead'])])).flat(),
  // It reads the types of routes, which the check of types generates, and uses every processor by itself.
  ...(await runLane(['lint'])),
  ['vitest', runVitest()],
  ['Playwright', runPlaywright()],
]
const failures = [
  ...failuresOfVitest(report('vitest.json'), root),
  ...failuresOfPlaywright(report('playwright.json')),
]
rmSync(reports, { recursive: true, force: true })
const { passed, failed } = total(counted.map(([, counts]) => counts))
say('')
// The end of a log is often all that is seen of it.
for (const failure of failures) say(`FAILED ${failure}`)
for (const [name, counts] of counted)
  say(
    `${name.padEnd(14)}${String(counts.passed).padStart(6)} passed${String(counts.failed).padStart(6)} failed`,
  )
if (!isAll)
  say('Without the tests of faults, of the desk, and of every call and page: `npm test -- all` has them.')
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
