import { getHeapSpaceStatistics } from 'node:v8'
import { sql } from 'kysely'
import { openDatabase, type DatabaseAddress } from '#platform/database.ts'

/**
 * In a process of its own, so that nothing else is in its heap: reads some 20 MB of rows, and prints how many bytes more only
 * a collection of the whole heap would free. Needs `--expose-gc`.
 */
const address: DatabaseAddress = JSON.parse(process.argv[2] ?? '')
const { kysely, close } = openDatabase(address, { maxConnections: 2, onIdleError: () => undefined })

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0

const read = () =>
  sql`select n, 'a text of some length for row ' || n as words, repeat('x', 200) as filling
    from generate_series(${1}::int, 250) n`.execute(kysely)

for (let warmUp = 0; warmUp < 20; warmUp += 1) await read()
globalThis.gc?.({ type: 'major', execution: 'sync' })
const before = oldBytes()
for (let reads = 0; reads < 200; reads += 1) {
  await read()
  globalThis.gc?.({ type: 'minor', execution: 'sync' })
}
process.stdout.write(String(oldBytes() - before))
await close()
