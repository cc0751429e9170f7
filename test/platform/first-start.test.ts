import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database.ts'
import { createJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '#platform/migrations.ts'
import { emptyDatabase } from '../support/database.ts'

const database = await emptyDatabase()

afterAll(() => database.close())

test('five processes started at once on an empty database all start, with one job queue', async () => {
  const start = async () => {
    const { pool, close } = openDatabase(database.address, {
      maxConnections: 3,
      onIdleError: () => undefined,
    })
    await migrate(pool, join(import.meta.dirname, '../../db/migrations'))
    const jobs = await createJobs(pool, {}, createLog('silent'))
    return async (): Promise<void> => {
      await jobs.stop()
      await close()
    }
  }
  const started = await Promise.allSettled([1, 2, 3, 4, 5].map(start))
  expect(started.filter(({ status }) => status === 'rejected')).toEqual([])
  const { rows } = await database.pool.query<{ name: string }>('select name from pgboss.queue order by name')
  expect(rows.map(({ name }) => name).filter((name) => name.startsWith('shop'))).toEqual([
    'shop',
    'shop-dead',
  ])
  for (const each of started) if (each.status === 'fulfilled') await each.value()
})
