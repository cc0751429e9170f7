import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startTemporaryServer } from '#platform/postgres/temporary-server.ts'
import { liveManyLives, type Lived } from '../simulation/many-lives.ts'
import { createTemplate } from '../support/database.ts'

/** `npm run simulate -- --seeds 10000 [--first 201] [--processes 3]`: lives of chance, as many as asked for. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    // One more than cores: a life waits for its database half of the time.
    processes: { type: 'string', default: String(availableParallelism() + 1) },
  },
})
const [count, first, processes] = [Number(values.seeds), Number(values.first), Number(values.processes)]
const say = (words: string): void => void process.stdout.write(`${words}\n`)

const server = await startTemporaryServer()
const hashes = new Map<number, string>()
const failing: number[] = []
const start = performance.now()

const tell = ({ seed, told, broken, hash }: Lived): void => {
  hashes.set(seed, hash)
  if (broken.length === 0) return
  failing.push(seed)
  say(`\nSeed ${seed}:\n  ${[...broken, '', ...told].join('\n  ')}`)
}

const tellProgress = (): void => {
  const seconds = (performance.now() - start) / 1000
  const each = seconds / Math.max(1, hashes.size)
  const left = Math.ceil(((count - hashes.size) * each) / 60)
  say(`${hashes.size} of ${count} lives, ${(1 / each).toFixed(1)} a second, ${failing.length} failing, ${left} min left`) // prettier-ignore
}

const progress = setInterval(tellProgress, 15_000)
try {
  const template = await createTemplate(server.address)
  await liveManyLives({ address: server.address, template }, { first, count, processes }, tell)
} finally {
  clearInterval(progress)
  await server.stop()
}
tellProgress()
const inOrder = [...hashes].toSorted(([a], [b]) => a - b).map(([seed, hash]) => `${seed} ${hash}`)
// The same seeds on the same shop tell the same, on any machine.
say(`Told and written: ${createHash('sha256').update(inOrder.join('\n')).digest('hex').slice(0, 16)}`)
say(failing.length === 0 ? 'No life broke anything.' : `Failing seeds: ${failing.toSorted((a, b) => a - b).join(', ')}`) // prettier-ignore
if (failing.length > 0) process.exitCode = 1
