import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDataFolder } from '../../src/platform/data-folder.ts'

const root = join(import.meta.dirname, '../..')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loam-start-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Runs the start program until it gives up. */
const start = async (environment: Readonly<Record<string, string>>) => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/app/entry/start.ts'], {
    cwd: root,
    env: { ...rest, PORT: '0', SANDBOX_PORT: '0', DATA_DIR: join(folder, 'data'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [output] = await Promise.all([text(child.stderr), text(child.stdout), ended])
  return { code: child.exitCode, output }
}

const listen = async () => {
  const server = createServer()
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 }
}

test('an invalid setting is named', async () => {
  expect(await start({ PORT: 'abc' })).toEqual({
    code: 1,
    output: 'PORT must be a whole number from 0 to 65535.\n',
  })
})

test('an occupied port is named with the variable that changes it', async () => {
  const { server, port } = await listen()
  const ended = await start({ PORT: String(port), HOST: '127.0.0.1' })
  server.close()
  expect(ended).toEqual({
    code: 1,
    output: `Port ${port} is already in use; stop what listens there or set PORT to another port.\n`,
  })
})

test('two equal ports are refused', async () => {
  const { server, port } = await listen()
  server.close()
  await once(server, 'close')
  const ended = await start({ PORT: String(port), SANDBOX_PORT: String(port) })
  expect(ended.output).toBe(`PORT and SANDBOX_PORT are both ${port}; set one of them to another port.\n`)
})

test('a data folder in use by another process is named, and free again when that process releases it', async () => {
  const data = join(folder, 'held')
  const held = await openDataFolder(data)
  const ended = await start({ DATA_DIR: data })
  held.release()
  expect(ended).toEqual({
    code: 1,
    output: `The data folder ${data} is in use by another running shop; stop that one or set DATA_DIR to another folder.\n`,
  })
  const again = await openDataFolder(data)
  again.release()
})

test('a data folder that cannot be created is named', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const ended = await start({ DATA_DIR: join(file, 'data') })
  expect(ended.output).toBe(
    `The data folder ${join(file, 'data')} cannot be written; set DATA_DIR to a folder that can.\n`,
  )
})

test('an unreachable database server is reported in one sentence without the password of its address', async () => {
  const { server, port } = await listen()
  server.close()
  await once(server, 'close')
  const ended = await start({ DATABASE_URL: `postgres://shop:hunter2@127.0.0.1:${port}/shop` })
  expect(ended.code).toBe(1)
  expect(ended.output).toMatch(/^The database of DATABASE_URL does not answer \(.*\)\.\n$/)
  expect(ended.output).not.toContain('hunter2')
})
