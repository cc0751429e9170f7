import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { sleep } from '#platform/clock.ts'
import { connectionSettings, type DatabaseAddress } from '#platform/database.ts'
import { memoryFolder } from '#platform/memory-folder.ts'
import { findBinaries } from '#platform/postgres/binaries.ts'
import { serverEnvironment } from '#platform/postgres/cluster.ts'
import { startEmbeddedServer } from '#platform/postgres/embedded-server.ts'
import { chooseServerUser } from '#platform/postgres/server-user.ts'
import { acceptsConnections, createSocketFolder, socketAddress } from '#platform/postgres/socket.ts'
import { createTemplate, type TestServer } from './database.ts'

const database = 'loam'

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 80,
  wal_level: 'replica',
  max_wal_senders: 4,
  hot_standby: 'on',
  // A read that stands in the way of what is replayed is ended at once, for the test of that.
  max_standby_streaming_delay: 0,
  wal_receiver_status_interval: 1,
  fsync: 'off',
  timezone: 'UTC',
}

/** Runs one statement on a server, beside what the test does. */
const onServer = async (address: DatabaseAddress, statement: string): Promise<void> => {
  const client = new Client(connectionSettings(address))
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A server of PostgreSQL and a replica that streams from it, both of a test's own, from the shop's own binaries. */
export const startReplicatedServer = async () => {
  // Named as a temporary server, so that the next one clears it away when this process is killed.
  const folder = await mkdtemp(join(memoryFolder(), `loam-temporary-${process.pid}-`))
  await chmod(folder, 0o711)
  const user = await chooseServerUser(join(folder, 'data'))
  const binaries = await findBinaries(user)
  const created = await startEmbeddedServer({ folder, database, maxConnections: 20, durable: false })
  await created.stop()
  const copy = join(folder, 'replica')
  await mkdir(copy, { mode: 0o711 })
  // Neither runs, so that the copy is a whole server.
  spawnSync('cp', ['-a', join(folder, 'data'), join(copy, 'data')])

  const run = async (data: string, socketFolder: string) => {
    const words = Object.entries({ ...settings, unix_socket_directories: socketFolder })
    const child = spawn(
      binaries.postgres,
      ['-D', data, ...words.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...user, cwd: '/', env: serverEnvironment(), stdio: 'ignore' },
    )
    const ended = once(child, 'exit')
    while (!(await acceptsConnections(socketFolder))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL did not start on ${data}`)
      await sleep(20)
    }
    return async (): Promise<void> => {
      child.kill('SIGINT')
      await ended
    }
  }

  const sockets = { primary: await createSocketFolder(user), replica: await createSocketFolder(user) }
  const endPrimary = await run(join(folder, 'data'), sockets.primary)
  const standby = join(copy, 'data', 'standby.signal')
  await writeFile(standby, '')
  if (user) await chown(standby, user.uid, user.gid)
  const source = `primary_conninfo = 'host=${sockets.primary} port=5432 user=loam'\n`
  await writeFile(join(copy, 'data', 'postgresql.auto.conf'), source)
  const startReplica = () => run(join(copy, 'data'), sockets.replica)
  let endReplica: (() => Promise<void>) | null = await startReplica()

  const address = socketAddress(sockets.primary, database)
  const replicaAddress = socketAddress(sockets.replica, database)
  const server: TestServer = { address, template: await createTemplate(address) }
  const stopReplica = async (): Promise<void> => {
    await endReplica?.()
    endReplica = null
  }
  return {
    server,
    /** The replica of a database of this server. */
    replicaOf: (of: DatabaseAddress): DatabaseAddress =>
      of.kind === 'socket' ? { ...of, folder: sockets.replica } : replicaAddress,
    pauseReplay: (): Promise<void> => onServer(replicaAddress, 'select pg_wal_replay_pause()'),
    resumeReplay: (): Promise<void> => onServer(replicaAddress, 'select pg_wal_replay_resume()'),
    stopReplica,
    startReplica: async (): Promise<void> => {
      endReplica ??= await startReplica()
    },
    stop: async (): Promise<void> => {
      await stopReplica()
      await endPrimary()
      for (const path of [folder, ...Object.values(sockets)]) await rm(path, { recursive: true, force: true })
    },
  }
}
