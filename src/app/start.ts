import { join } from 'node:path'
import { StartFailure } from '#platform/start-failure.ts'
import { greeting } from './starting/greeting.ts'
import { openHouse } from './starting/open-house.ts'
import { settleSettings } from './starting/settled-settings.ts'

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** One sentence for the person at the terminal; the rest only for those who ask for it. */
const refuse = (thrown: unknown): never => {
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  const sentence = thrown instanceof StartFailure ? reason : `The shop could not start: ${reason}`
  process.stderr.write(`${sentence}\n`)
  if (process.env['LOG_LEVEL'] === 'debug' && thrown instanceof Error) {
    process.stderr.write(
      `${thrown.stack ?? ''}\n${thrown.cause instanceof Error ? (thrown.cause.stack ?? '') : ''}\n`,
    )
  }
  process.exit(1)
}

const start = async (): Promise<void> => {
  const settings = await settleSettings(process.env)
  const root = join(import.meta.dirname, '../..')
  const crashAt = process.env['CRASH_AT'] ?? null
  const { house } = await openHouse({ settings, root, crashAt, say })
  const stop = (): void => {
    // A second signal, or a close that hangs, ends at once; every write bears that.
    process.once('SIGINT', () => process.exit(1))
    setTimeout(() => process.exit(1), 30_000).unref()
    house.disposeAsync().then(
      () => process.exit(0),
      (thrown: unknown) => refuse(thrown),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  say(greeting(settings))
}

await start().catch(refuse)
