import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { liveManyLives } from '../simulation/many-lives.ts'

/** `npm run simulate -- --seeds 10000 [--first 201] [--processes 3]`: lives of chance, as many as asked for. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    // One more than cores: a life waits for its database half of the time.
    processes: { type: 'string', default: String(availableParallelism() + 1) },
  },
})
const say = (words: string): void => void process.stdout.write(`${words}\n`)

const asked = {
  life: 'chance',
  first: Number(values.first),
  count: Number(values.seeds),
  processes: Number(values.processes),
} as const
const { failing, hash } = await liveManyLives(asked, say)
say(`Told and written: ${hash}`)
say(failing.length === 0 ? 'No life broke anything.' : `Failing seeds: ${failing.join(', ')}`)
if (failing.length > 0) process.exitCode = 1
