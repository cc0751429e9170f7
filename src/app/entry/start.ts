import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { loggableError } from '#platform/log.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { greeting } from '../starting/greeting.ts'
import { startApp } from '../starting/start-app.ts'
import { resolveSettings } from '../starting/resolve-settings.ts'

const signals = ['SIGTERM', 'SIGINT'] as const

const print = (message: string): void => void process.stdout.write(`${message}\n`)

/** One sentence for the person at the terminal; the rest only for those who ask for it. */
const refuse = (thrown: unknown): never => {
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  const message = thrown instanceof StartFailure ? reason : `The shop could not start: ${reason}`
  process.stderr.write(`${message}\n`)
  if (process.env['LOG_LEVEL'] === 'debug' && thrown instanceof Error) {
    process.stderr.write(
      `${thrown.stack ?? ''}\n${thrown.cause instanceof Error ? (thrown.cause.stack ?? '') : ''}\n`,
    )
  }
  process.exit(1)
}

/** Resolves when the process is asked to end. From half a second later on, asking again ends it at once. */
const stopRequested = (): Promise<void> => {
  const stop = Promise.withResolvers<void>()
  const first = (): void => {
    stop.resolve()
    // npm passes on the Ctrl-C that the terminal has sent already; every write bears an end at once.
    setTimeout(() => signals.forEach((name) => process.once(name, () => process.exit(1))), 500).unref()
    signals.forEach((name) => process.on(name, () => undefined))
    setTimeout(() => process.exit(1), 30_000).unref()
  }
  signals.forEach((name) => process.once(name, first))
  return stop.promise
}

const run = async (): Promise<void> => {
  const stop = stopRequested()
  const settings = await resolveSettings(process.env)
  const root = join(import.meta.dirname, '../../..')
  const crashAt = process.env['CRASH_AT'] ?? null
  const { stack } = await startApp({ settings, root, crashAt, print })
  // Now and not at the end, which may be a kill.
  flushCompileCache()
  print(greeting(settings))
  await stop
  await stack.disposeAsync()
}

process.on('uncaughtException', (thrown) => {
  // The runtime would print the whole error, and a database's error quotes what people typed.
  process.stderr.write(`${JSON.stringify({ message: 'ended by a fault', err: loggableError(thrown) })}\n`)
  process.exit(1)
})

await run().catch(refuse)
process.exit(0)
