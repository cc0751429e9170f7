import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { changePrice } from '#catalogue/server/catalogue-versions.ts'
import { setStock } from '#catalogue/server/plans.ts'
import { machineClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { createRequestLog } from '#platform/request-log.ts'
import { recoveryLinkLifetime } from '#account/rules/session.ts'
import { mintLink, openGuestAccount } from '#account/server/accounts.ts'
import { inTransaction } from '#platform/transaction.ts'
import { renewDue } from '#subscription/renewal/server/renew-due.ts'
import { seedCatalogue } from '../db/seed/catalogue.ts'
import { seedCoupons } from '../db/seed/coupons.ts'
import { parseSettings } from '../src/app/config.ts'
import { createServer } from '../src/app/server.ts'
import { openShop } from '../src/app/shop.ts'
import { answerTasks } from './child.ts'
import { cpuSoFar } from './cpu.ts'
import { ShopTarget } from './targets.ts'
import { countStatements, followRoutes } from './statement-count.ts'

const Task = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('seed') }),
  z.object({ kind: z.literal('member'), email: z.string() }),
  z.object({ kind: z.literal('reset limits') }),
  z.object({ kind: z.literal('usage') }),
  z.object({ kind: z.literal('statements') }),
  z.object({ kind: z.literal('price'), code: z.string(), cents: z.int() }),
  z.object({ kind: z.literal('travel'), days: z.int() }),
  z.object({ kind: z.literal('renew') }),
  z.object({ kind: z.literal('check') }),
  z.object({ kind: z.literal('mails') }),
])

const target = ShopTarget.parse(JSON.parse(process.env['BENCH_SHOP'] ?? '{}'))
const takeCount = countStatements()

const open = async () => {
  const settings = parseSettings({
    HOST: '127.0.0.1',
    PORT: String(target.port),
    PUBLIC_URL: `http://127.0.0.1:${target.port}`,
    DATA_DIR: target.dataFolder,
    LOG_LEVEL: 'error',
    // Nothing ships while something else is measured.
    CARRIER: 'manual',
    // Who measures limits of networks says which network a request comes from.
    TRUST_PROXY: '1',
  })
  const log = createLog(settings.logLevel)
  const opened = openDatabase(target.address, {
    maxConnections: 16,
    onIdleError: (err) => log.warn({ err }, 'a database connection broke'),
  })
  // As a service has it: each visit leaves its line.
  const lines = openSync(join(target.dataFolder, 'requests.log'), 'a')
  const shop = await openShop({
    settings,
    root: join(import.meta.dirname, '..'),
    database: { ...opened, address: target.address },
    log,
    requestLog: createRequestLog('info', (text) => void writeSync(lines, text)),
    machineClock,
    secret: 'the secret of the shops on the bench, long enough',
    sandboxUrl: target.sandboxUrl,
    carrierUrl: '',
    crashAt: null,
  })
  const server = await createServer(shop)
  followRoutes(server)
  await server.listen({ host: settings.host, port: settings.port })
  return shop
}

const shop = await open()

const seed = (): Promise<void> =>
  inTransaction(shop.deps, async (tx) => {
    await seedCatalogue(tx)
    await seedCoupons(tx)
    // Stock that no number of orders empties.
    await setStock(tx, { 'ds-01': 1_000_000_000 })
  })

/** An account as a purchase opens it; answers the token of the link that sets its password. */
const memberLink = (email: string): Promise<string> =>
  inTransaction(shop.deps, async (tx) => {
    const guest = { email, firstName: 'Mara', lastName: 'Ito', phone: '' }
    const { accountId } = await openGuestAccount(tx, guest)
    return mintLink(tx, accountId, 'set-password', recoveryLinkLifetime)
  })

const timed = async (run: () => Promise<number>) => {
  const { cpuMilliseconds: before } = cpuSoFar()
  const start = performance.now()
  const done = await run()
  const seconds = (performance.now() - start) / 1000
  return { done, seconds, cpuMilliseconds: cpuSoFar().cpuMilliseconds - before }
}

const renew = async (): Promise<number> => {
  const { due, ends } = await renewDue(shop.services)
  if (ends.billed !== due) throw new Error(`of ${due} renewals ${ends.billed} were billed`)
  return due
}

/** The web process of the shop without its worker: what is measured does nothing else meanwhile. */
answerTasks(async (message) => {
  const task = Task.parse(message)
  switch (task.kind) {
    case 'seed':
      return seed()
    case 'member':
      return memberLink(task.email)
    // Limits are not what is measured.
    case 'reset limits':
      return void (await sql`delete from rate_counter`.execute(shop.deps.database))
    case 'usage':
      return cpuSoFar()
    case 'statements':
      return takeCount()
    case 'price':
      return inTransaction(shop.deps, (tx) => changePrice(tx, task.code, task.cents))
    case 'travel':
      return shop.clock.moveTo(shop.clock.now().add({ hours: 24 * task.days }))
    case 'renew':
      return timed(renew)
    case 'check':
      return timed(async () => {
        await shop.runDue()
        return 0
      })
    case 'mails':
      return timed(async () => {
        await shop.jobs.drain(shop.jobHandlers)
        return 0
      })
    default:
      return task satisfies never
  }
})
