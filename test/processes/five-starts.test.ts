import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { realMachine } from '../../sandbox-base/machine.ts'
import { startCarrier } from '../../sandbox-carrier/carrier.ts'
import { readSettings as readCarrierSettings } from '../../sandbox-carrier/settings.ts'
import { startSandbox } from '../../sandbox-processor/sandbox.ts'
import { readSettings } from '../../sandbox-processor/settings.ts'
import { freePort } from '../support/children.ts'
import { emptyDatabase } from '../support/database.ts'
import { urlOf } from '../support/pgbouncer.ts'

const root = join(import.meta.dirname, '../..')

/** Sandboxes that all processes share. */
const openSandboxes = async (folder: string, url: string) => {
  const processor = await startSandbox(
    readSettings({
      SANDBOX_PORT: '0',
      SANDBOX_DATA: join(folder, 'processor.sqlite'),
      SHOP_ORIGIN: url,
      WEBHOOK_URL: url,
    }),
    realMachine,
    null,
  )
  const carrier = await startCarrier(
    readCarrierSettings({
      CARRIER_PORT: '0',
      CARRIER_DATA: join(folder, 'carrier.sqlite'),
      CARRIER_WEBHOOK_URL: url,
    }),
    realMachine,
    null,
  )
  onTestFinished(() => Promise.all([processor.stop(), carrier.stop()]).then(() => undefined))
  return { SANDBOX_URL: processor.url, CARRIER_URL: carrier.url }
}

/** One process of a shop; `over` resolves with what it said when it ends before it is ready. */
const startOne = (port: number, settings: Readonly<Record<string, string>>) => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/app/entry/start.ts'], {
    cwd: root,
    env: { ...rest, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => void said.push(piece))
  const ended = once(child, 'close')
  const isReady = (): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  const over = ended.then(() => said.join(''))
  return {
    ready: Promise.race([
      expect
        .poll(isReady)
        .toBe(200)
        .then(() => 'ready'),
      over,
    ]),
    /** Ends it as a service manager does; resolves with its exit code. */
    end: async (): Promise<number | null> => {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

test('five processes started at once on an empty database all start, with one catalogue and one set of demo members', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-five-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const database = await emptyDatabase()
  onTestFinished(database.close)
  const ports = await Promise.all(Array.from({ length: 5 }, freePort))
  const publicUrl = `http://127.0.0.1:${ports[0]}`
  const settings = {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: urlOf(database.address),
    DATABASE_CONNECTIONS: '4',
    SECRET: 'the secret of the shops under test, long enough',
    DRAIN_DELAY: '0',
    ...(await openSandboxes(folder, publicUrl)),
  }
  const roles = ['web', 'web', 'worker', 'worker', 'all']
  const processes = ports.map((port, at) =>
    startOne(port, { ...settings, ROLE: roles[at] ?? '', DATA_DIR: join(folder, String(at)) }),
  )
  expect(await Promise.all(processes.map(({ ready }) => ready))).toEqual(roles.map(() => 'ready'))
  const { rows } = await database.pool.query<{ members: number; emails: number; plans: number }>(
    `select count(*)::int as members, count(distinct lower(email))::int as emails,
       (select count(*)::int from plan where code = 'syn-wk') as plans from account`,
  )
  expect(rows).toEqual([{ members: 4, emails: 4, plans: 1 }])
  expect(await Promise.all(processes.map(({ end }) => end()))).toEqual(roles.map(() => 0))
})
