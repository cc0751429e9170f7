import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run simulate -- --seeds 10000 [--first 201] [--workers 2]`: lives of chance, as many as asked for. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
})
const root = join(import.meta.dirname, '../..')
const workers = Number(values.workers)
const share = Math.ceil(Number(values.seeds) / workers)

const run = async (worker: number): Promise<boolean> => {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'house', 'test/simulation', '--reporter', 'dot'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        SIMULATE_SEEDS: String(share),
        SIMULATE_FIRST: String(Number(values.first) + worker * share),
      },
    },
  )
  const [code] = await once(child, 'exit')
  return code === 0
}

const ended = await Promise.all(Array.from({ length: workers }, (_, worker) => run(worker)))
process.exit(ended.every((isWhole) => isWhole) ? 0 : 1)
