import { flushCompileCache } from 'node:module'
import { sleep } from '#platform/clock.ts'
import { loggableError } from '#platform/log.ts'
import { collectStartGarbage } from '#platform/start-garbage.ts'
import { parseSettings } from '../config.ts'
import { deskAddress, greeting } from '../starting/greeting.ts'
import { startApp } from '../starting/start-app.ts'
import { resolveSettings } from '../starting/resolve-settings.ts'
import { stopRequested } from '../starting/stop-requested.ts'

interface Program {
  /** The checkout's folder. */
  readonly root: string
  /** The program of the worker's thread. */
  readonly threadFile: URL
}

const print = (message: string): void => void process.stdout.write(`${message}\n`)

/**
 * `ROLE=migrate`: applies the migrations of this release as `npm run shop -- migrate` does, for deployments that do this in a step of
 * their own before the new processes. Returns the exit code.
 */
const migrate = async (root: string): Promise<number> => {
  // Operators' code is loaded by nobody else here.
  const { migrateCommand } = await import('../operator/migrate-command.ts')
  const { openCommandContext, runCommand } = await import('../operator/command-context.ts')
  await using stack = new AsyncDisposableStack()
  const settings = parseSettings({ ...process.env, ROLE: undefined })
  const context = openCommandContext(settings, root, print, stack)
  return await runCommand([migrateCommand], context, [migrateCommand.name])
}

const endByFaults = (): void => {
  process.on('uncaughtException', (thrown) => {
    // The runtime would print the whole error, and a database's error quotes user input.
    process.stderr.write(`${JSON.stringify({ message: 'ended by a fault', err: loggableError(thrown) })}\n`)
    process.exit(1)
  })

  // A terminal or a pipe that has gone, or a full disk, must not end the shop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Runs the shop of `npm start` until a signal ends it. Throws StartFailure. */
export const runShop = async ({ root, threadFile }: Program): Promise<void> => {
  endByFaults()
  if (process.env['ROLE'] === 'migrate') process.exit(await migrate(root))
  const settings = await resolveSettings(process.env)
  const stop = stopRequested(settings.drainDelaySeconds)
  const crashAt = process.env['CRASH_AT'] ?? null
  const { shop, stack } = await startApp({ settings, root, crashAt, threadFile })
  // Now and not at the end, which may be a kill.
  flushCompileCache()
  print(greeting(settings, await deskAddress(shop)))
  collectStartGarbage()
  const signal = await stop
  shop.draining.start()
  // Ctrl-C is pressed at a terminal, where no balancer has to notice.
  if (signal === 'SIGTERM') await sleep(settings.drainDelaySeconds * 1_000)
  await stack.disposeAsync()
}
