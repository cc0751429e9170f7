import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { connectionSettings, type DatabaseAddress } from '../database.ts'
import { databaseOwner } from './cluster.ts'
import { socketFolderPrefix } from './postmaster.ts'
import { temporaryFolderFor, type ServerUser } from './server-user.ts'

const newFolder = (user: ServerUser | null): Promise<string> => {
  // A socket's path may have 103 bytes on macOS and 107 on Linux.
  const temporary = temporaryFolderFor(user)
  const parent = Buffer.byteLength(temporary) > 70 ? '/tmp' : temporary
  return mkdtemp(join(parent, socketFolderPrefix))
}

/**
 * A new folder for the server's socket that only the server's user (and root) can enter; with the name `wanted` when it
 * is given, replacing what a dead server left there. Throws when somebody else creates one with that name meanwhile.
 */
export const createSocketFolder = async (user: ServerUser | null, wanted?: string): Promise<string> => {
  const folder = wanted ?? (await newFolder(user))
  if (wanted !== undefined) {
    await rm(wanted, { recursive: true, force: true })
    await mkdir(wanted, { mode: 0o700 })
  }
  await chmod(folder, 0o700)
  if (user !== null) await chown(folder, user.uid, user.gid)
  return folder
}

export const socketAddress = (folder: string, database: string): DatabaseAddress => ({
  kind: 'socket',
  folder,
  user: databaseOwner,
  database,
})

/** Runs `use` on a connection of its own to the server behind a socket folder. */
const withClient = async <T>(folder: string, use: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(connectionSettings(socketAddress(folder, 'postgres')))
  // A broken connection fails the current statement; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Whether the server takes connections now. */
export const acceptsConnections = (folder: string): Promise<boolean> =>
  withClient(folder, async () => true).catch(() => false)

/** Creates the named database unless it exists. */
export const ensureDatabase = (folder: string, database: string): Promise<void> =>
  withClient(folder, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(database)}`)
  })
