import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Log } from '#platform/log.ts'
import { parseSettings } from '#app/config.ts'
import type { DueOutcome } from '#app/metrics.ts'
import { startWorkerThread } from '#app/starting/worker-thread.ts'
import { databaseByProxy } from '../support/database-proxy.ts'
import { root, secret } from '../support/in-process-shop.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop({ withWorker: false })

const recordedLog = () => {
  const messages: string[] = []
  const write = (_fields: unknown, message: string): void => void messages.push(message)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  return { log, messages }
}

test('the worker thread restarts after an error, does its work, and finishes it at shutdown', async ({
  shop,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'loam-thread-'))
  const proxy = await databaseByProxy(shop.app.database.address)
  await proxy.disconnect()
  const outcomes: DueOutcome[] = []
  const { log, messages } = recordedLog()
  const { publicUrl, sandboxUrl, carrier } = shop.app
  const worker = startWorkerThread({
    threadFile: new URL('../../src/app/entry/worker-thread.ts', import.meta.url),
    data: {
      home: { folder: 'a folder', start: 'this one' },
      settings: parseSettings({
        PORT: '0',
        PUBLIC_URL: publicUrl,
        DATA_DIR: dataFolder,
        LOG_LEVEL: 'silent',
      }),
      root,
      databaseAddress: proxy.database.address,
      secret,
      sandboxUrl,
      carrierUrl: carrier.url,
      crashAt: null,
    },
    log,
    countDue: (outcome) => outcomes.push(outcome),
    countTax: () => undefined,
  })
  await expect.poll(() => messages).toContain('the worker ended and is started again')
  expect(messages).toContain('the worker ended by a fault')
  expect(outcomes).toEqual([])

  await proxy.reconnect()
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  expect((await buyer.checkout()).status).toBe('ordered')
  // Counted here, and mailed there: the shop itself has no worker.
  await expect.poll(() => outcomes).not.toEqual([])
  await expect.poll(() => readdir(join(dataFolder, 'outbox')).catch(() => [])).not.toEqual([])

  const before = messages.length
  await worker.stop()
  expect(messages.slice(before)).toEqual([])
  await expect.poll(() => proxy.connections()).toBe(0)
  await proxy.database.close()
  await rm(dataFolder, { recursive: true })
})
