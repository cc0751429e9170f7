import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, inject, onTestFinished } from 'vitest'
import { login } from '#account/endpoints.ts'
import { parseSettings } from '#app/config.ts'
import { runCommand } from '#app/operator/command-context.ts'
import { commands } from '#app/operator/commands.ts'
import { openDatabase } from '#platform/database.ts'
import { moveClock } from '#dev-tools/endpoints.ts'
import { realMachine } from '../../sandbox-base/machine.ts'
import { startSandbox } from '../../sandbox-processor/sandbox.ts'
import { readSettings } from '../../sandbox-processor/settings.ts'
import { newApiClient } from '../support/api-client.ts'
import { freePort, startShopChild } from '../support/children.ts'
import { emptyDatabase, type FreshDatabase } from '../support/database.ts'
import { openInProcessShop, root } from '../support/in-process-shop.ts'
import { violatedInvariants } from '../support/invariants.ts'
import { password } from '../support/member.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, type TestShop } from '../support/shop.ts'

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-backup-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command on a database and a data folder, as `npm run shop` does. */
const onDatabase = async (database: FreshDatabase, dataDir: string, ...args: readonly string[]) => {
  const lines: string[] = []
  const refused = () => Promise.reject(new Error('no shop was to be opened'))
  const context = {
    settings: parseSettings({ DATA_DIR: dataDir }),
    root,
    print: (line: string) => void lines.push(line),
    database: async () => database,
    unmigratedDatabase: async () => database,
    shop: refused,
  }
  return { code: await runCommand(commands, context, args), lines }
}

const openEmpty = async () => {
  const database = await emptyDatabase()
  onTestFinished(database.close)
  return database
}

const picture = 'kitchen-0123456789ab-640.avif'
/** More than one piece of a backup. */
const pictureBytes = Buffer.alloc(900_001, 'soil')

/** The data folder of a shop under test, as its operator has it. */
const dataFolderOf = async ({ app }: TestShop): Promise<string> => {
  const folder = await temporaryFolder()
  await symlink(app.processorFile, join(folder, 'sandbox-processor.sqlite'))
  await writeFile(join(folder, 'secret'), 'a secret of the shop that is backed up, long enough\n')
  await mkdir(join(folder, 'uploads'))
  await writeFile(join(folder, 'uploads', picture), pictureBytes)
  await writeFile(join(folder, 'uploads', '.draft-of-an-upload'), 'half')
  return folder
}

const tablesIn = async ({ kysely }: Pick<FreshDatabase, 'kysely'>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(kysely)
  return rows[0]?.n ?? 0
}

const buyOne = async (shop: TestShop): Promise<void> => {
  const visitor = shop.visitor()
  await visitor.add('vs-rst')
  await visitor.checkout()
}

/** The processor on its restored records, and a shop on the restored database. */
const openRestored = async (shop: TestShop, database: FreshDatabase, dataFolder: string) => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const SANDBOX_DATA = join(dataFolder, 'sandbox-processor.sqlite')
  const settings = { SANDBOX_PORT: '0', SANDBOX_DATA, SHOP_ORIGIN: publicUrl, WEBHOOK_URL: publicUrl }
  const sandbox = await startSandbox(readSettings(settings), realMachine, null)
  onTestFinished(sandbox.stop)
  const child = await startShopChild({
    program: inject('shopProgram'),
    port,
    publicUrl,
    address: database.address,
    dataFolder,
    pagesFolder: inject('pagesFolder'),
    sandboxUrl: sandbox.url,
    carrierUrl: shop.app.carrier.url,
    crashAt: null,
    role: 'all',
    fixedAt: null,
    environment: {},
  })
  onTestFinished(() => child.retire())
  return { publicUrl, app: { ...shop.app, publicUrl, database, sandboxUrl: sandbox.url } }
}

test('a backup of a running shop is restored elsewhere, matches the processor’s records, and the restored shop continues', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const file = join(await temporaryFolder(), 'shop.backup')
  const selling = Array.from({ length: 8 }, () => buyOne(shop))
  await selling[0]
  const from = await dataFolderOf(shop)
  expect((await onDatabase(shop.app.database, from, 'backup', file)).code).toBe(0)
  await Promise.all(selling)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  // As on another machine, where no shop has run.
  const [database, dataFolder] = [await openEmpty(), join(await temporaryFolder(), 'data')]
  const { code, lines } = await onDatabase(database, dataFolder, 'restore', file)
  expect([code, lines.join(' ')]).toEqual([0, expect.stringMatching(/The shop is as it was at/)])
  expect(await readFile(join(dataFolder, 'secret'), 'utf8')).toMatch(/^a secret of the shop/)
  expect(await readdir(join(dataFolder, 'uploads'))).toEqual([picture])
  expect((await readFile(join(dataFolder, 'uploads', picture))).equals(pictureBytes)).toBe(true)

  const restored = await openRestored(shop, database, dataFolder)
  const client = newApiClient(restored.publicUrl)
  await client.call(login, { email: mara.email, password })
  await client.call(moveClock, { days: 40 })
  expect(await violatedInvariants(database.kysely)).toEqual([])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from "order" o
    join account a on a.id = o.account_id where a.email = ${mara.email}`.execute(database.kysely)
  expect(rows).toEqual([{ n: 2 }])
  const reconciled = await runShopCommand({ ...shop, app: restored.app }, 'reconcile')
  expect([reconciled.code, ...reconciled.lines]).toEqual([0, expect.any(String)])
})

test('a restore from a truncated, foreign, altered or newer file, or into a shop with data, is refused and changes nothing', async ({
  shop,
}) => {
  await buyOne(shop)
  const [folder, from] = [await temporaryFolder(), await dataFolderOf(shop)]
  const file = join(folder, 'whole')
  await onDatabase(shop.app.database, from, 'backup', file)
  const bytes = await readFile(file)
  const text = gunzipSync(bytes).toString()
  const wrong = {
    short: bytes.subarray(0, bytes.length / 2),
    'without its end': gzipSync(text.slice(0, text.lastIndexOf('{"kind":"end"'))),
    'with another row': gzipSync(text.replace('vs-rst', 'vs-rsx')),
    foreign: Buffer.from('PGDMP of somebody else'),
    newer: gzipSync(text.replace('0001_platform_state.sql', '9999_later.sql')),
  }
  const [database, dataFolder] = [await openEmpty(), await temporaryFolder()]
  for (const [name, content] of Object.entries(wrong)) {
    const path = join(folder, name)
    await writeFile(path, content)
    const { code, lines } = await onDatabase(database, dataFolder, 'restore', path)
    expect([name, code, lines.join(' ')]).toEqual([name, 1, expect.stringMatching(/othing was changed\.$/)])
  }
  expect([await tablesIn(database), await readdir(dataFolder)]).toEqual([0, []])
  const before = await sql`select id, state from "order"`.execute(shop.app.database.kysely)
  for (const flag of [[], ['--replace']]) {
    const { code, lines } = await onDatabase(shop.app.database, from, 'restore', file, ...flag)
    expect([code, lines.join(' ')]).toEqual([1, expect.stringMatching(/already|is running/)])
  }
  expect(await sql`select id, state from "order"`.execute(shop.app.database.kysely)).toEqual(before)
  expect((await onDatabase(shop.app.database, from, 'backup', file)).lines.join(' ')).toMatch(/exists/)
})

test('a file name in a backup cannot lead out of the data folder', async ({ shop }) => {
  const [folder, from] = [await temporaryFolder(), await dataFolderOf(shop)]
  const file = join(folder, 'whole')
  await onDatabase(shop.app.database, from, 'backup', file)
  const text = gunzipSync(await readFile(file))
    .toString()
    .replaceAll(`uploads/${picture}`, 'uploads/../../escaped.avif')
  const lines = text.slice(0, text.lastIndexOf('{"kind":"end"'))
  const end = JSON.stringify({ kind: 'end', sha256: createHash('sha256').update(lines).digest('hex') })
  await writeFile(join(folder, 'hostile'), gzipSync(`${lines}${end}\n`))
  const [database, dataFolder] = [await openEmpty(), join(folder, 'a', 'b')]
  await mkdir(dataFolder, { recursive: true })
  expect((await onDatabase(database, dataFolder, 'restore', join(folder, 'hostile'))).code).toBe(0)
  expect(await readdir(dataFolder)).not.toContain('uploads')
  expect((await readdir(folder)).toSorted()).toEqual(['a', 'hostile', 'whole'])
})

test('a backup replaces the data of a stopped shop', async ({ shop }) => {
  await buyOne(shop)
  const [folder, from] = [await temporaryFolder(), await dataFolderOf(shop)]
  const file = join(folder, 'shop.backup')
  await onDatabase(shop.app.database, from, 'backup', file)
  const [database, dataFolder] = [await openEmpty(), await temporaryFolder()]
  await onDatabase(database, dataFolder, 'restore', file)
  await sql`update account set first_name = 'Somebody'`.execute(database.kysely)
  // Each command is a process with connections of its own.
  const again = openDatabase(database.address, { maxConnections: 4, onIdleError: () => undefined })
  onTestFinished(again.close)
  const { code, lines } = await onDatabase(
    { ...database, ...again },
    dataFolder,
    'restore',
    file,
    '--replace',
  )
  expect([code, lines.join(' ')]).toEqual([0, expect.stringMatching(/The shop is as it was at/)])
  const { shop: opened, close } = await openInProcessShop(shop, { database: { ...database, ...again } })
  onTestFinished(close)
  await opened.runDue()
  await opened.jobs.drain(opened.jobHandlers)
  expect(await violatedInvariants(again.kysely)).toEqual([])
  const changed = await sql`select from account where first_name = 'Somebody'`.execute(again.kysely)
  expect(changed.rows).toEqual([])
})
