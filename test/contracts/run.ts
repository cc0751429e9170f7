import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { contracts } from './adapters.ts'
import type { ContractName } from './adapters.ts'

/** `npm run contract -- <extension point> <file>`: runs its contract test against the adapter that the file opens. */
const [name = '', file] = process.argv.slice(2)

const isContract = (text: string): text is ContractName => Object.hasOwn(contracts, text)

if (!isContract(name) || file === undefined) {
  console.error(
    `Use: npm run contract -- <${Object.keys(contracts).join(' | ')}> <file>; see docs/extending.md.`,
  )
  process.exit(2)
}
const { status } = spawnSync(
  process.execPath,
  [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'integration', ...contracts[name]],
  { stdio: 'inherit', env: { ...process.env, CONTRACT: name, CONTRACT_ADAPTER: file } },
)
process.exit(status ?? 1)
