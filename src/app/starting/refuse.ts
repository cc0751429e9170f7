import { StartFailure } from '#platform/start-failure.ts'

/** Ends the process with one sentence for the person at the terminal; the rest only for those who ask for it. */
export const refuse = (thrown: unknown): never => {
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
