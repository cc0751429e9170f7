import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/platform/database.ts'
import { migrate } from '../src/platform/migrations.ts'
import { startTemporaryServer } from '../src/platform/postgres/temporary-server.ts'

/**
 * `npm run schema`: writes the Kysely types of a freshly migrated database to src/platform/schema.ts,
 * or to the file given by `--out`.
 */
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'src/platform/schema.ts') } },
})

const generate = (url: string): void => {
  const options = [
    '--dialect', 'postgres',
    '--url', url,
    '--date-parser', 'string',
    '--type-mapping', JSON.stringify({ timestamptz: 'string', int8: 'number' }),
    '--exclude-pattern', 'migration',
    '--out-file', values.out,
  ] // prettier-ignore
  const exit = spawnSync(join(root, 'node_modules/.bin/kysely-codegen'), options, {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (exit.status !== 0) throw new Error('kysely-codegen failed')
}

const server = await startTemporaryServer()
try {
  const opened = openDatabase(server.address, { maxConnections: 2, onIdleError: () => undefined })
  await migrate(opened.pool, join(root, 'db/migrations'))
  await opened.close()
  if (server.address.kind !== 'socket') throw new Error('the embedded server listens on a socket')
  const { folder: host, user, database } = server.address
  generate(`postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`)
  const written = await readFile(values.out, 'utf8')
  await writeFile(values.out, written.replace('export interface DB {', 'export interface Database {'))
} finally {
  await server.stop()
}
