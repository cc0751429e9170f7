import { machineClock, sleep } from '#platform/clock.ts'
import { takeFileLock } from '#platform/file-lock.ts'
import { createIds } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import type { Log } from '#platform/log.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { ShopError } from '#shared/errors.ts'
import type { DatabaseAddress, OpenDatabase } from '#platform/database.ts'
import type { Settings } from '../config.ts'
import { dataFolderPaths, loadOrCreateToken, makeDataFolder, takeDataFolder } from '#platform/data-folder.ts'
import { openShop } from '../shop.ts'
import type { Shop } from '../shop.ts'
import { joinRunningDatabase, openShopDatabase } from '../starting/shop-database.ts'
import type { ShopDatabase } from '../starting/shop-database.ts'
import type { CommandContext, OperatorCommand } from '#platform/command-line/operator-command.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'

/** What a command of the composition root works with besides; databases are opened on first use and closed by the caller, too. */
export interface AppCommandContext extends CommandContext<Shop> {
  readonly settings: Settings
  /** The folder of the repository. */
  readonly root: string
  /** The shop's database, migrated; that of the running shop when one runs. */
  readonly database: () => Promise<OpenDatabase & { readonly address: DatabaseAddress }>
  /** The same without applying missing migrations. */
  readonly unmigratedDatabase: () => Promise<OpenDatabase>
}

/** Every command of the list: one that asks for no more than its module needs is such a command, too. */
export type AppCommand = OperatorCommand<AppCommandContext>

const usagesOf = ({ name, usages: forms }: Pick<AppCommand, 'name' | 'usages'>): string[] =>
  forms.flatMap(([args, description]) => [
    `  npm run shop -- ${name} ${args}`.trimEnd(),
    `      ${description}`,
  ])

const isArgumentError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  thrown.code.startsWith('ERR_PARSE_ARGS')

/** The message for a refused command; null for a bug. */
const messageOf = (thrown: unknown): string | null => {
  if (thrown instanceof OperatorRefusal || thrown instanceof StartFailure) return thrown.message
  if (thrown instanceof ShopError) return [thrown.detail, ...Object.values(thrown.fields ?? {})].join(' ')
  return null
}

/** What an empty word, such as a variable without a value, would have been; null when there is none. */
const emptyArgument = (args: readonly string[]): string | null => {
  const at = args.findIndex((word) => /^(?:--[\w-]+=)?\s*$/.test(word))
  if (at === -1) return null
  const option = [args[at], args[at - 1]].find((word) => word?.startsWith('--'))
  return option === undefined ? `Argument ${at + 1}` : `The value of ${option.replace(/=\s*$/, '')}`
}

/**
 * Runs the command of the command line and returns the exit code: 0 when it is done, 1 when it was refused, 2 for
 * unknown commands or arguments. Bugs are thrown.
 */
export const runCommand = async (
  commands: readonly AppCommand[],
  context: AppCommandContext,
  [name = '', ...args]: readonly string[],
): Promise<0 | 1 | 2> => {
  const command = commands.find((one) => one.name === name)
  if (!command) {
    if (name !== '' && name !== 'help') context.print(`There is no command ${name}.`)
    context.print('Commands for operators:')
    for (const line of commands.flatMap(usagesOf)) context.print(line)
    return name === 'help' ? 0 : 2
  }
  try {
    const empty = emptyArgument(args)
    if (empty !== null) throw new OperatorRefusal(`${empty} is empty: give it, or leave it out.`)
    await command.run(context, args)
    return 0
  } catch (thrown) {
    const message = messageOf(thrown)
    if (message !== null) {
      context.print(message)
      return 1
    }
    if (!isArgumentError(thrown)) throw thrown
    context.print(thrown.message.split('. ')[0] ?? '')
    for (const line of usagesOf(command)) context.print(line)
    return 2
  }
}

interface CommandInfrastructure {
  readonly settings: Settings
  readonly root: string
  readonly log: Log
  readonly isMigrated: boolean
}

/** How long a command waits for a shop that starts or stops before it says so and gives up. */
const timeoutMs = 300_000

/** Waits until `take` has something; null when it has nothing for longer than the patience. */
const waitFor = async <T>(tryOnce: () => Promise<T | null>): Promise<T | null> => {
  for (let waited = 0; waited < timeoutMs; waited += 50) {
    const dataFolder = await tryOnce()
    if (dataFolder !== null) return dataFolder
    await sleep(50)
  }
  return null
}

const busy = (dataDir: string): StartFailure =>
  new StartFailure(`The shop of ${dataDir} is starting or stopping for too long; look at its terminal.`)

/**
 * The embedded database of the running shop, or one of its own for the duration. Commands without a shop run one after
 * the other: the running one stops the database when it is done, so nobody else may use it.
 */
const openEmbeddedFor = async (
  { settings, root, log, isMigrated }: CommandInfrastructure,
  stack: AsyncDisposableStack,
): Promise<ShopDatabase> => {
  const { dataDir } = settings
  const { commandLock, database: folder } = dataFolderPaths(dataDir)
  await makeDataFolder(dataDir)
  await using lockStack = new AsyncDisposableStack()
  const lock = await waitFor(async () => takeFileLock(commandLock))
  if (lock === null) throw busy(dataDir)
  lockStack.defer(lock.release)
  const opened = await waitFor(async () => {
    const dataFolder = await takeDataFolder(dataDir)
    if (dataFolder === null) return joinRunningDatabase({ root, folder, log, isMigrated })
    lockStack.defer(dataFolder.release)
    const ownDatabase = openShopDatabase({ root, databaseUrl: null, folder, log, isMigrated })
    stack.use(lockStack.move())
    return ownDatabase
  })
  if (opened === null) throw busy(dataDir)
  return opened
}

/** The server of DATABASE_URL, the embedded one of the running shop, or, when no shop runs, our own for the while. */
const openDatabaseFor = (
  infrastructure: CommandInfrastructure,
  stack: AsyncDisposableStack,
): Promise<ShopDatabase> => {
  const { settings, root, log, isMigrated } = infrastructure
  const { databaseUrl, databasePoolerUrl: poolerUrl, dataDir } = settings
  if (databaseUrl === null) return openEmbeddedFor(infrastructure, stack)
  return openShopDatabase({
    root,
    databaseUrl,
    poolerUrl,
    folder: dataFolderPaths(dataDir).database,
    log,
    isMigrated,
  })
}

const openShopFor = async (
  { settings, root, log }: Omit<CommandInfrastructure, 'isMigrated'>,
  database: ShopDatabase,
  stack: AsyncDisposableStack,
): Promise<Shop> => {
  const ids = createIds(machineClock)
  const secret =
    settings.secret ?? (await loadOrCreateToken(dataFolderPaths(settings.dataDir).secretFile, ids))
  const { processor, carrier } = settings
  const urlOf = (sandbox: { readonly port: number; readonly url: string | null }): string =>
    sandbox.url ?? `http://127.0.0.1:${sandbox.port}`
  const sandboxUrl = processor.kind === 'sandbox' ? urlOf(processor) : ''
  const carrierUrl = carrier.kind === 'sandbox' ? urlOf(carrier) : ''
  const crashAt = null
  const urls = { sandboxUrl, carrierUrl }
  const infrastructure = { settings, root, database, log, machineClock, secret, crashAt, ...urls }
  const shop = await openShop({ ...infrastructure, isShortLived: true })
  stack.defer(shop.close)
  return shop
}

/** A shop for one command; what it opened is closed with `stack`. */
export const openCommandContext = (
  settings: Settings,
  root: string,
  print: (line: string) => void,
  stack: AsyncDisposableStack,
): AppCommandContext => {
  const infrastructure = {
    settings,
    root,
    log: createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel),
  }
  let opened: Promise<ShopDatabase> | null = null
  let openedShop: Promise<Shop> | null = null
  const open = async (isMigrated: boolean): Promise<ShopDatabase> => {
    const database = await openDatabaseFor({ ...infrastructure, isMigrated }, stack)
    stack.defer(database.close)
    return database
  }
  const database = (): Promise<ShopDatabase> => (opened ??= open(true))
  const openOnce = async (): Promise<Shop> => openShopFor(infrastructure, await database(), stack)
  const unmigratedDatabase = (): Promise<ShopDatabase> => open(false)
  return { settings, root, print, database, unmigratedDatabase, shop: () => (openedShop ??= openOnce()) }
}
