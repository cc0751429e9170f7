import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { fullChromiumPath } from '../browser/chromium.ts'
import { freePort } from '../support/children.ts'

const run = promisify(execFile)

/** Lighthouse has packages of its own, which only the command installs. */
const command = join(import.meta.dirname, '../../ops/lighthouse/node_modules/lighthouse/cli/index.js')

interface AuditOptions {
  readonly port: number
  readonly categories: readonly string[]
  /** Sent with every request, such as the cookie of who is signed in. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A look that Lighthouse itself says to repeat ("Please run Lighthouse again") is repeated; the third time it is an error. */
const mostLooks = 3

/** What Lighthouse says of an address, as its report has it. Throws its error after three looks without a report. */
export const auditPage = async (
  address: string,
  { port, categories, headers }: AuditOptions,
): Promise<unknown> => {
  const words = [
    command,
    address,
    `--port=${port}`,
    '--output=json',
    '--quiet',
    `--only-categories=${categories.join(',')}`,
    ...(headers ? [`--extra-headers=${JSON.stringify(headers)}`] : []),
  ]
  for (let look = 1; ; look += 1)
    try {
      const { stdout } = await run(process.execPath, words, { maxBuffer: 100 * 2 ** 20 })
      return JSON.parse(stdout)
    } catch (error) {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
      if (look === mostLooks) throw new Error(`${address}: ${said}`, { cause: error })
      console.error(`${address}, look ${look}: ${said}`)
    }
}

const Audit = z.looseObject({ score: z.number().nullable().optional(), scoreDisplayMode: z.string() })

/** Audits that are not right, of those that count for a score of 100. */
export const failedAudits = (audits: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(audits).flatMap(([id, audit]) => {
    const { success, data } = Audit.safeParse(audit)
    return success && data.scoreDisplayMode === 'binary' && data.score === 0 ? [id] : []
  })

/** A browser of its own, because Lighthouse empties its storage between pages. */
export const withBrowser = async (use: (port: number) => Promise<void>): Promise<void> => {
  const port = await freePort()
  const profile = await mkdtemp(join(tmpdir(), 'loam-lighthouse-'))
  const browser = spawn(
    fullChromiumPath() ?? 'chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ready = Promise.withResolvers<void>()
  browser.stderr.on('data', (piece: Buffer) => {
    if (piece.toString('utf8').includes('DevTools listening')) ready.resolve()
  })
  const ended = once(browser, 'exit')
  void ended.then(() => ready.reject(new Error('the browser ended')))
  try {
    await ready.promise
    await use(port)
  } finally {
    browser.kill('SIGTERM')
    // It writes into its profile until it has ended.
    await ended
    await rm(profile, { recursive: true, force: true })
  }
}
