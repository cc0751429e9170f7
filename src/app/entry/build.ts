import { join } from 'node:path'
import { StartFailure } from '#platform/start-failure.ts'
import { buildShop } from '../starting/fresh-build.ts'

/** `npm run build`: builds the shop unless the build is of these very sources, so that a start has nothing to build. */
const run = (): Promise<void> =>
  buildShop(join(import.meta.dirname, '../../..'), () => process.stdout.write('Building the shop …\n'))

const refuse = (thrown: unknown): never => {
  if (!(thrown instanceof StartFailure)) throw thrown
  const output = thrown.cause instanceof Error ? `${thrown.cause.message.trim()}\n` : ''
  process.stderr.write(`${output}${thrown.message}\n`)
  process.exit(1)
}

await run().catch(refuse)
