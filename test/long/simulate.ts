import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run simulate -- --seeds 50 [--first 100]`: lives of chance, as many as asked for. */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '20' }, first: { type: 'string', default: '1' } },
})
const root = join(import.meta.dirname, '../..')
const ended = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'scenarios', 'test/scenarios/chance.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SIMULATE_SEEDS: values.seeds, SIMULATE_FIRST: values.first },
  },
)
process.exit(ended.status ?? 1)
