import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { parseArgs } from 'node:util'
import { AppliedMigrations, writeBackup } from '#platform/backup/backup-file.ts'
import { copyOut } from '#platform/backup/copied-tables.ts'
import { connectionSettings, type DatabaseAddress } from '#platform/database.ts'
import { isStoredName } from '#platform/file-storage.ts'
import type { Settings } from '../config.ts'
import { dataFolderPaths } from '#platform/data-folder.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { AppCommand } from './command-context.ts'
import { restoreBackup, uploadsPrefix } from './restore-backup.ts'

/** Texts of values, whatever the shop makes of them. */
const plainClient = async (address: DatabaseAddress): Promise<Client> => {
  const { types: _parsers, ...settings } = connectionSettings(address, 'loam backup')
  const client = new Client(settings)
  await client.connect()
  return client
}

const filesOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => {
  const { secretFile, sandboxFile, carrierFile } = dataFolderPaths(dataDir)
  return [
    { name: 'secret', path: secretFile, isSqlite: false },
    { name: 'sandbox-processor.sqlite', path: sandboxFile, isSqlite: true },
    { name: 'sandbox-carrier.sqlite', path: carrierFile, isSqlite: true },
  ].filter(({ path }) => existsSync(path))
}

/** Uploaded files, which never change. Each is stored before the database names it. */
const uploadsOf = async ({ dataDir }: Pick<Settings, 'dataDir'>) => {
  const { uploads } = dataFolderPaths(dataDir)
  const names = existsSync(uploads) ? await readdir(uploads) : []
  return names
    .filter(isStoredName)
    .map((name) => ({ name: `${uploadsPrefix}${name}`, path: join(uploads, name) }))
}

/** Copies the files of the data folder as they are now, into a folder of their own. */
const copyFiles = async (settings: Pick<Settings, 'dataDir'>, folder: string) => {
  const copied: { readonly name: string; readonly path: string }[] = []
  for (const { name, path, isSqlite } of filesOf(settings)) {
    const copy = join(folder, name)
    if (!isSqlite) {
      copied.push({ name, path })
      continue
    }
    const source = new DatabaseSync(path, { readOnly: true })
    await backup(source, copy)
    source.close()
    copied.push({ name, path: copy })
  }
  return copied
}

/**
 * One moment of database and sandboxes: while the moment is fixed no charge and no refund begins, so whatever a sandbox knows
 * in its copy, the database's copy has written down before.
 */
const fixMoment = async (client: Client, address: DatabaseAddress, settings: Settings, folder: string) => {
  const holder = await plainClient(address)
  try {
    await holder.query('begin; lock table charge, refund, shipment_label in share row exclusive mode')
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
    return { at: rows[0]?.at ?? '', files: await copyFiles(settings, folder) }
  } finally {
    await holder.end()
  }
}

const pieceBytes = 786_432

const piecesOf = async function* (files: readonly { readonly name: string; readonly path: string }[]) {
  for (const { name, path } of files) {
    const bytes = await readFile(path)
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield { kind: 'file', name, base64: bytes.subarray(at, at + pieceBytes).toString('base64') } as const
  }
}

/** Writes everything that a shop stores into one file, while it runs; answers the names of the files of the data folder in it. */
const takeBackup = async (
  path: string,
  address: DatabaseAddress,
  settings: Settings,
): Promise<readonly string[]> => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'loam-backup-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const client = await plainClient(address)
  stack.defer(() => client.end())
  const { at, files } = await fixMoment(client, address, settings, folder)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  )
  const migrations = AppliedMigrations.parse(
    Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum])),
  )
  const lines = async function* () {
    yield { kind: 'loam backup', version: 1, at, migrations } as const
    yield* copyOut(client)
    yield* piecesOf([...files, ...(await uploadsOf(settings))])
  }
  await writeBackup(path, lines())
  return files.map(({ name }) => name)
}

const oneFile = (positionals: readonly string[]): string => {
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new OperatorRefusal('Give one file.')
  return resolve(file)
}

/** Everything that a shop stores, in one file, while it sells. */
export const backupCommand: AppCommand = {
  name: 'backup',
  usages: [
    [
      '<file>',
      'writes everything that the shop stores into a new file that only you can read; the shop may run',
    ],
  ],
  run: async ({ database, settings, print }, args) => {
    const file = oneFile(parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals)
    if (existsSync(file)) throw new OperatorRefusal(`${file} exists; give a new name.`)
    const { address } = await database()
    const files = await takeBackup(file, address, settings)
    print(`The backup is ${file}. It has names, addresses and orders: keep it as you keep the database.`)
    if (!files.includes('secret')) print('The secret is in SECRET and not in the backup: keep that too.')
  },
}

/** The other way. */
export const restoreCommand: AppCommand = {
  name: 'restore',
  usages: [
    ['<file>', 'fills an empty shop from a backup'],
    [
      '<file> --replace',
      'deletes the shop that is there and fills it from a backup; no process of it may run',
    ],
  ],
  run: async ({ unmigratedDatabase, settings, root, print }, args) => {
    const options = { replace: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const file = oneFile(positionals)
    if (!existsSync(file)) throw new OperatorRefusal(`There is no file ${file}.`)
    const database = await unmigratedDatabase()
    const at = await restoreBackup(file, database, { settings, root, mayReplace: values.replace })
    print(`The shop is as it was at ${at}. Check it: \`npm run shop -- invariants\`, \`npm run reconcile\`.`)
  },
}
