import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'

const database = await freshDatabase()
afterAll(() => database.close())

const program = join(import.meta.dirname, '../support/read-memory.ts')

test('rows of a finished read are freed without a full garbage collection', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    // As `npm start` runs the shop.
    '--max-semi-space-size=8',
    program,
    JSON.stringify(database.address),
  ])
  // All rows together have some 20 MB; with the driver's own promise 17 of them wait.
  expect(Number(stdout)).toBeLessThan(1_000_000)
  expect(stdout).toMatch(/^-?\d+$/)
})
