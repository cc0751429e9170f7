import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionSettings } from '#platform/database.ts'
import { runningServerAddress } from '#platform/postgres/embedded-server.ts'
import { freePort } from '../support/children.ts'

const root = join(import.meta.dirname, '../..')
const output: string[] = []
let folder: string
let port: number
let child: ChildProcess

const hasOutput = (expectedText: string): boolean => output.join('').includes(expectedText)

/** The shop as `npm start` opens it, with a database of its own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loam-lost-'))
  await chmod(folder, 0o711)
  port = await freePort()
  const { DATABASE_URL: _, ...rest } = process.env
  child = spawn(process.execPath, ['src/app/entry/start.ts'], {
    cwd: root,
    env: {
      ...rest,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SANDBOX_PORT: String(await freePort()),
      CARRIER_PORT: String(await freePort()),
      DATA_DIR: folder,
      DEMO: 'off',
      DRAIN_DELAY: '2',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => void output.push(piece))
  while (!hasOutput('is open at')) {
    if (child.exitCode !== null) throw new Error(output.join(''))
    await sleep(50)
  }
})

afterAll(async () => {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
  child.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true })
})

const session = `loam_session=${'a'.repeat(43)}`
const navigation = {
  accept: 'text/html,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

const shown = async (path: string, headers: Readonly<Record<string, string>>, body?: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    redirect: 'manual',
    headers: { cookie: session, ...headers },
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    connection: answer.headers.get('connection'),
    json: /"code":"(\w+)"/.exec(text)?.[1],
  }
}

const isListening = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/livez`).then(
    () => true,
    () => false,
  )

/** Resolves when the shop reaches a database again. */
const isBack = async (): Promise<void> => {
  while ((await fetch(`http://127.0.0.1:${port}/readyz`)).status !== 200) await sleep(20)
}

const postmaster = async (): Promise<number> =>
  Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])

/** Holds what a sign-in needs, so that a request is in the middle of a statement. */
const holdAccounts = async () => {
  const address = await runningServerAddress(join(folder, 'postgres'), 'loam')
  if (address === null) throw new Error('the database does not answer')
  const client = new Client(connectionSettings(address))
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin; lock table account in access exclusive mode')
  const waiting = async (): Promise<number> =>
    (await client.query('select from pg_locks where not granted')).rowCount ?? 0
  return { waiting, release: () => client.end() }
}

const json = { 'content-type': 'application/json' }
const login = JSON.stringify({ email: 'nobody@example.com', password: 'a long walk in the woods' })

test('the database is restarted after a kill, and the shop survives the loss in the middle of a statement', async () => {
  const pid = await postmaster()
  const held = await holdAccounts()
  const underway = shown('/account/login/', json, login)
  while ((await held.waiting()) === 0) await sleep(10)
  process.kill(pid, 'SIGKILL')
  expect(await underway).toMatchObject({ status: 503, json: 'SHOP_BUSY' })
  await isBack()
  expect(await postmaster()).not.toBe(pid)
  expect(child.exitCode).toBeNull()
  expect(await shown('/account/login/', json, login)).toEqual({
    status: 401,
    connection: 'keep-alive',
    json: 'USER_NOT_FOUND',
  })
  expect(await shown('/account/orders', navigation)).toMatchObject({ status: 303 })
  expect(hasOutput('the database server ended and is started again')).toBe(true)
})

test('after SIGTERM the shop is not ready, answers accepted requests, closes connections and exits', async () => {
  const ended = once(child, 'exit')
  const held = await holdAccounts()
  const underway = shown('/account/login/', json, login)
  while ((await held.waiting()) === 0) await sleep(10)
  child.kill('SIGTERM')
  while ((await fetch(`http://127.0.0.1:${port}/readyz`)).status !== 503) await sleep(10)
  expect(await shown('/livez', {})).toMatchObject({ status: 200, connection: 'close' })
  // Its listener is closed, and one request is still under way.
  while (await isListening()) await sleep(10)
  await held.release()
  expect(await underway).toEqual({ status: 401, connection: 'close', json: 'USER_NOT_FOUND' })
  expect(await ended).toEqual([0, null])
})
