import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDataFolder, dataFolderPaths, takeDataFolder } from '#platform/data-folder.ts'
import { openShopDatabase } from '#app/starting/shop-database.ts'
import { takeFileLock } from '#platform/file-lock.ts'
import { createLog } from '#platform/log.ts'
import { sleep } from '#platform/clock.ts'
import { copyPreparedShop } from '../support/prepared-shop.ts'

const root = join(import.meta.dirname, '../..')
let parent: string
let folder: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'loam-operator-'))
  // The user of the database has to be able to enter the folder.
  await chmod(parent, 0o711)
  folder = join(parent, 'data')
  await copyPreparedShop(folder)
})

afterAll(() => rm(parent, { recursive: true }))

const shopCommand = async (...args: readonly string[]) => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/app/entry/operator.ts', ...args], {
    cwd: root,
    env: { ...rest, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, output, errors }
}

test('a command opens the embedded database when no shop runs, and uses the running shop’s otherwise', async () => {
  const refused = { code: 1, output: 'No account has the email nobody@example.com.\n', errors: '' }
  expect(await shopCommand('sign-out', 'nobody@example.com')).toEqual(refused)
  const held = await openDataFolder(folder)
  const database = await openShopDatabase({
    root,
    databaseUrl: null,
    folder: held.database,
    log: createLog('silent'),
  })
  expect(await shopCommand('sign-out', 'nobody@example.com')).toEqual(refused)
  expect(await shopCommand('sign-out', '--everybody')).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^\d+ sessions ended, and every link mailed before that acts for the member\.\n$/,
    ),
  })
  // The shop's own server goes on.
  expect((await database.pool.query('select 1')).rowCount).toBe(1)
  await database.close()
  held.release()
  expect(await shopCommand('sign-out', '--everybody')).toMatchObject({ code: 0, errors: '' })
})

/** Resolves when a command has its turn. */
const runningCommand = async (): Promise<void> => {
  for (;;) {
    const lock = takeFileLock(dataFolderPaths(folder).commandLock)
    if (lock === null) return
    lock.release()
    await sleep(20)
  }
}

test('a command waits for a shop that is starting or stopping instead of being refused', async () => {
  const held = await openDataFolder(folder)
  const command = shopCommand('sign-out', '--everybody')
  await Promise.race([runningCommand(), command])
  held.release()
  expect(await command).toEqual({
    code: 0,
    output: '0 sessions ended, and every link mailed before that acts for the member.\n',
    errors: '',
  })
})

test('a starting shop waits for a running command', async () => {
  const turn = takeFileLock(dataFolderPaths(folder).commandLock)
  const held = await takeDataFolder(folder)
  const start = openDataFolder(folder)
  // Long enough that a start that does not wait would be refused; one that waits keeps waiting.
  await Promise.race([start, sleep(200)])
  held?.release()
  turn?.release()
  const opened = await start
  opened.release()
})

test('a starting shop waits for a command that opened the data folder at the same moment', async () => {
  const start = openDataFolder(folder)
  // Between two steps of the start, as another process may.
  const turn = takeFileLock(dataFolderPaths(folder).commandLock)
  const held = takeFileLock(join(folder, 'lock'))
  expect([turn, held]).not.toContain(null)
  await Promise.race([start, sleep(200)])
  held?.release()
  turn?.release()
  const opened = await start
  opened.release()
})
