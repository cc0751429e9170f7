import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runSimulations } from '../simulation/simulation-runner.ts'
import { saveSeeds, seedFrom } from '../support/found-seeds.ts'

/** `npm run previews:long [-- --seeds 400]`: for each seed 25 sequences of member actions, previews and a charge. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '400' },
    first: { type: 'string', default: 'random' },
    // One more than cores: a life waits for its database half of the time.
    processes: { type: 'string', default: String(availableParallelism() + 1) },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const batch = {
  kind: { sequences: 25 },
  first: seedFrom(values.first),
  count: Number(values.seeds),
  processes: Number(values.processes),
} as const
say(`Seeds ${batch.first} to ${batch.first + batch.count - 1}`)
const { failing, counts, hash } = await runSimulations(batch, say)
const counted = Object.entries(counts).map(([what, n]) => `${what} ${n}`)
say(`${counted.join(', ')}\nTold: ${hash}`)
say(failing.length === 0 ? 'Every charge was what was shown.' : `Failing seeds: ${failing.join(', ')}`)
if (failing.length > 0) {
  saveSeeds('previews', failing)
  process.exitCode = 1
}
