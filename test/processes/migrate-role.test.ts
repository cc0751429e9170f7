import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loam-migrate-'))
  // The user of the database has to be able to enter the folder.
  await chmod(folder, 0o711)
})

afterAll(() => rm(folder, { recursive: true }))

const start = async (settings: Readonly<Record<string, string>>) => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/app/entry/start.ts'], {
    cwd: root,
    env: { ...rest, DATA_DIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, lines: output.trim().split('\n'), errors }
}

test('with ROLE=migrate a start applies the migrations, opens no shop and exits; a second start changes nothing', async () => {
  const first = await start({ ROLE: 'migrate' })
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(first.lines[0]).toBe('Applied:')
  expect(first.lines.length).toBeGreaterThan(100)
  expect(await start({ ROLE: 'migrate' })).toEqual({
    code: 0,
    lines: ['The database is up to date.'],
    errors: '',
  })
})

test('an invalid setting is refused with ROLE=migrate as at every start', async () => {
  const refused = await start({ ROLE: 'migrate', PORT: 'many' })
  expect(refused.code).toBe(1)
  expect(refused.errors).toContain('PORT')
})
