import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { actionTable } from '../simulation/action-counts.ts'
import { runSimulations } from '../simulation/simulation-runner.ts'
import { saveSeeds, seedFrom } from '../support/found-seeds.ts'

/**
 * `npm run simulate -- --seeds 10000 [--first 201] [--processes 3]`: random member simulations, from a random seed on
 * unless `--first` names one. Failing seeds are printed and saved for every run of the tests.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: 'random' },
    // One more than cores: a life waits for its database half of the time.
    processes: { type: 'string', default: String(availableParallelism() + 1) },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const batch = {
  kind: 'chance',
  first: seedFrom(values.first),
  count: Number(values.seeds),
  processes: Number(values.processes),
} as const
say(`Seeds ${batch.first} to ${batch.first + batch.count - 1}`)
const { failing, hash, counts, actions } = await runSimulations(batch, say)
say(`Told and written: ${hash}`)
for (const line of actionTable(actions, batch.count)) say(line)
for (const [what, n] of Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b))) say(`${n} ${what}`)
say(failing.length === 0 ? 'No life broke anything.' : `Failing seeds: ${failing.join(', ')}`)
if (failing.length > 0) {
  saveSeeds('simulations', failing)
  process.exitCode = 1
}
