import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database.ts'
import { runningServerAddress } from '#platform/postgres/embedded-server.ts'
import { dataFolderPaths } from '#platform/data-folder.ts'
import { runInTerminal, type TerminalRun } from './terminal.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
let shop: TerminalRun

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loam-commands-'))
  // The user of the database has to be able to enter the folder.
  await chmod(folder, 0o711)
  shop = await runInTerminal('start', { DATA_DIR: folder })
  await shop.opened
})

afterAll(async () => {
  await shop.interrupt()
  await rm(folder, { recursive: true })
})

const command = async (...words: readonly string[]) => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/app/entry/operator.ts', ...words], {
    cwd: root,
    env: { ...rest, ...shop.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, output: output.split('\n').at(-2), errors }
}

const times = (count: number, ...words: readonly string[]) =>
  Promise.all(Array.from({ length: count }, () => command(...words)))

const rowsOf = async <Row>(query: RawBuilder<Row>): Promise<readonly Row[]> => {
  const address = await runningServerAddress(dataFolderPaths(folder).database, 'loam')
  if (address === null) throw new Error('the shop’s database does not answer')
  const database = openDatabase(address, { maxConnections: 1, onIdleError: () => undefined })
  const { rows } = await query.execute(database.kysely)
  await database.close()
  return rows
}

const orderNumber = async (): Promise<string> => {
  const [order] = await rowsOf(sql<{ number: string }>`select number from "order" order by placed_at limit 1`)
  return order?.number ?? ''
}

/** A command that is ended with SIGKILL so many milliseconds after its start. */
const killed = async (afterMs: number, ...words: readonly string[]): Promise<void> => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/app/entry/operator.ts', ...words], {
    cwd: root,
    env: { ...rest, ...shop.environment },
    stdio: 'ignore',
    killSignal: 'SIGKILL',
    timeout: afterMs,
  })
  await once(child, 'close')
}

test('the first npm start, in an empty folder, opens a shop with demo members and their orders', async () => {
  for (const said of ['mara@loam.example', '4242 4242 4242 4242', '/desk/join/'])
    expect(shop.output()).toContain(said)
  expect(await command('credit', 'june@loam.example')).toMatchObject({ code: 0, output: 'Available: $0.00.' })
})

test('a refund of one order typed three times at once is given once, and three intended refunds are all given', async () => {
  const number = await orderNumber()
  const refunded = { code: 0, output: '$1.00 went back to the card.', errors: '' }
  const typed = await times(3, 'refund', number, '1.00')
  expect(typed.filter(({ code }) => code === 0)).toEqual([refunded])
  const meant = await times(3, 'refund', number, '1.00', '--again')
  expect(meant).toEqual(Array.from({ length: 3 }, () => refunded))
})

test('a refund command that was killed at any moment and is repeated with its key gives the refund once', async () => {
  const number = await orderNumber()
  const moments = [300, 700, 900, 1_000, 1_100, 1_300]
  for (const [at, ms] of moments.entries()) {
    const words = ['refund', number, `1.0${at}`, `--key=killed-${at}`]
    await killed(ms, ...words)
    expect(await command(...words)).toMatchObject({ code: 0, errors: '' })
  }
  const given = async () =>
    (
      await rowsOf(
        sql<{ cents: number; state: string }>`select amount_cents as cents, state from refund
          where amount_cents between 100 and 105 and request_key like '%:killed-%' order by amount_cents`,
      )
    ).map(({ cents, state }) => `${cents} ${state}`)
  await expect.poll(given).toEqual(moments.map((_, at) => `${100 + at} refunded`))
})

test('commands of a closed shop wait for each other, and a starting shop waits for them', async () => {
  await shop.interrupt()
  const commands = times(6, 'credit', 'sol@loam.example', '1.00', 'for', 'waiting')
  shop = await runInTerminal('start', { DATA_DIR: folder })
  const [done] = await Promise.all([commands, shop.opened])
  expect(done.map(({ code, errors }) => ({ code, errors }))).toEqual(
    Array.from({ length: 6 }, () => ({ code: 0, errors: '' })),
  )
  expect(await command('credit', 'sol@loam.example')).toMatchObject({ output: 'Available: $6.00.' })
})
