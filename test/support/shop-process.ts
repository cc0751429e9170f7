import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { machineClock, type Clock } from '#platform/clock.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { parseSettings, type Settings } from '../../src/app/config.ts'
import { openShop, readShopFiles } from '../../src/app/shop.ts'
import { startRole } from '../../src/app/roles.ts'
import { timeMachineDeps } from '../../src/app/dev-tools.ts'
import { openReused } from './reused-pools.ts'

/** What a shop of a test is opened on. */
export interface ShopConfig {
  /** This file with all that it loads, packed for the test run. */
  readonly program: string
  readonly port: number
  /** Where visitors reach the shop; several processes may answer for one shop. */
  readonly publicUrl: string
  readonly address: DatabaseAddress
  readonly dataFolder: string
  readonly pagesFolder: string
  readonly sandboxUrl: string
  readonly carrierUrl: string
  readonly crashAt: string | null
  /** Whether it answers visitors, does due work, or both. */
  readonly role: Settings['role']
  /** The machine's time, in milliseconds, when it stands still; null when it goes by. */
  readonly fixedAt: number | null
  /** Variables that an operator has set besides. */
  readonly environment: Readonly<Record<string, string>>
  /** Whether its connections stay open for the next shop on the same database; they are closed by default. */
  readonly keepsSessions?: boolean
}

/**
 * The commands of the process: open a shop, have its worker check at once, say that it is about to end, or close it and
 * wait for another.
 */
type Command = { readonly open: ShopConfig } | 'run due work' | 'drain' | 'close'

/** Answered by its number when it is done. */
interface CommandMessage {
  readonly number: number
  readonly command: Command
}

/** What is said of a command when it is done. */
export interface Answer {
  readonly number: number
  /** Of the shop that was closed: its sessions that were kept, by their numbers at the server. */
  readonly sessions: readonly number[]
}

interface OpenedShop {
  readonly runDueWork: () => Promise<unknown>
  readonly drain: () => void
  readonly close: () => Promise<readonly number[]>
}

const root = join(import.meta.dirname, '../..')

/** What operators write in files, by what settings make of it; read once for all shops of this process. */
const filesBySetting = new Map<string, ReturnType<typeof readShopFiles>>()

const filesFor = (settings: Settings): ReturnType<typeof readShopFiles> => {
  const read = filesBySetting.get(settings.dunningEnd) ?? readShopFiles(root, settings)
  filesBySetting.set(settings.dunningEnd, read)
  return read
}

const clockOf = ({ fixedAt: at }: ShopConfig): Clock =>
  at === null ? machineClock : { now: () => Temporal.Instant.fromEpochMilliseconds(at) }

const bootstrap = async (config: ShopConfig) => {
  const settings = parseSettings({
    HOST: '127.0.0.1',
    PORT: String(config.port),
    PUBLIC_URL: config.publicUrl,
    DATA_DIR: config.dataFolder,
    COUNTRY_HEADER: 'x-country',
    REGION_HEADER: 'x-region',
    // The tests are the one proxy in front of it.
    TRUST_PROXY: '1',
    // Callers say by X-Forwarded-For where they are, so none of them is on this machine.
    DEV_TOOLS: 'open',
    LOG_LEVEL: 'warn',
    DATABASE_CONNECTIONS: '12',
    ...config.environment,
  })
  const log = createLog(settings.logLevel)
  const { address, keepsSessions = false } = config
  const opened = openReused({ address, options: settings.database, keepsSessions, log })
  const infrastructure = {
    settings,
    root,
    database: { ...opened, address },
    log,
    machineClock: clockOf(config),
    secret: 'the secret of the shops under test, long enough',
    sandboxUrl: config.sandboxUrl,
    carrierUrl: config.carrierUrl,
    crashAt: config.crashAt,
  }
  const shop = await openShop(infrastructure, await filesFor(settings))
  return { opened, shop: { ...shop, buildFolder: config.pagesFolder } }
}

const open = async (config: ShopConfig): Promise<OpenedShop> => {
  const { opened, shop } = await bootstrap(config)
  const { server, worker, stop } = await startRole(config.role, shop)
  await server.listen({ host: shop.settings.host, port: shop.settings.port })
  return {
    runDueWork: () =>
      worker === null
        ? Promise.resolve()
        : // A clock that was moved in the database is known here only after this.
          shop.deps.state
            .refresh()
            .then(() => timeMachineDeps(shop).runDueWork())
            .catch((thrown: unknown) =>
              shop.deps.log.error({ err: thrown }, 'could not work off what is due'),
            ),
    drain: shop.draining.start,
    close: async () => {
      await stop()
      await shop.close()
      return opened.leave()
    },
  }
}

let current: OpenedShop | null = null

const runCommand = async (command: Command): Promise<readonly number[] | undefined> => {
  if (command === 'close') return current?.close()
  if (command === 'run due work') await current?.runDueWork()
  else if (command === 'drain') current?.drain()
  else {
    current = await open(command.open)
    // Now, for the end comes without notice.
    flushCompileCache()
  }
  return undefined
}

// Nothing is left behind when the test is gone; the next process has to bear an end without notice anyway.
process.once('disconnect', () => process.exit(0))
process.on('message', ({ number, command }: CommandMessage) => {
  const answer = (sessions: readonly number[] = []): Answer => ({ number, sessions })
  void runCommand(command).then((sessions) => process.send?.(answer(sessions)))
})
