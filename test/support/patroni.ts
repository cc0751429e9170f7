import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { sleep } from '#platform/clock.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { chooseServerUser } from '#platform/postgres/server-user.ts'
import { freePort } from './children.ts'
import { processesIn } from './restartable-server.ts'

/** Debian's, with the tools that the shop's own package lacks. */
const binaries = '/usr/lib/postgresql/15/bin'

/** Seconds: a leader that says nothing for so long is replaced. */
const leaderSeconds = 20

interface Ports {
  readonly etcd: number
  readonly peer: number
  readonly rest: number
  readonly postgres: number
}

const newPorts = async (): Promise<Ports> => ({
  etcd: await freePort(),
  peer: await freePort(),
  rest: await freePort(),
  postgres: await freePort(),
})

const patroniSettings = (
  name: string,
  { rest, postgres }: Ports,
  folder: string,
  etcd: readonly string[],
) => ({
  scope: 'loam',
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
  etcd3: { hosts: etcd },
  bootstrap: {
    dcs: {
      ttl: leaderSeconds,
      loop_wait: 3,
      retry_timeout: 5,
      synchronous_mode: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: { max_connections: 120, wal_log_hints: 'on', max_wal_size: '1GB', timezone: 'UTC' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
  },
  postgresql: {
    listen: `127.0.0.1:${postgres}`,
    connect_address: `127.0.0.1:${postgres}`,
    data_dir: join(folder, 'data'),
    bin_dir: binaries,
    pgpass: join(folder, 'pgpass'),
    authentication: {
      superuser: { username: 'loam', password: 'unused' },
      replication: { username: 'replicator', password: 'unused' },
    },
    parameters: { unix_socket_directories: folder },
  },
})

const haproxySettings = (port: number, nodes: readonly Ports[]): string =>
  [
    'defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 1h\n  timeout server 1h\n  timeout check 2s',
    `listen leader\n  bind 127.0.0.1:${port}\n  option httpchk OPTIONS /primary\n  http-check expect status 200`,
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(({ postgres, rest }) => `  server n${rest} 127.0.0.1:${postgres} check port ${rest}`),
    '',
  ].join('\n')

/** Kills a process unless it has ended: those of PostgreSQL end one another. */
const endProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended before.
  }
}

const Cluster = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

/**
 * Three nodes of PostgreSQL with synchronous replication on this machine, each with Patroni and etcd, and HAProxy before them.
 */
export const startCluster = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-cluster-'))
  const user = await chooseServerUser(join(folder, 'none'))
  const own = async (path: string): Promise<void> => {
    if (user) await chown(path, user.uid, user.gid)
  }
  await own(folder)
  const ports = await Promise.all([newPorts(), newPorts(), newPorts()])
  const environment = { PATH: `${binaries}:/usr/sbin:/usr/bin:/bin`, LC_ALL: 'C.UTF-8', HOME: folder }
  const run = (program: string, words: readonly string[]): ChildProcess =>
    spawn(program, words, { ...user, cwd: folder, env: environment, stdio: 'ignore' })

  const members = ports.map(({ peer }, at) => `n${at}=http://127.0.0.1:${peer}`).join(',')
  const createNode = async (has: Ports, at: number) => {
    const name = `n${at}`
    const place = join(folder, name)
    await mkdir(place, { mode: 0o700 })
    await own(place)
    const file = join(place, 'patroni.json')
    const etcd = ports.map((one) => `127.0.0.1:${one.etcd}`)
    await writeFile(file, JSON.stringify(patroniSettings(name, has, place, etcd)))
    await own(file)
    const [client, peer] = [`http://127.0.0.1:${has.etcd}`, `http://127.0.0.1:${has.peer}`]
    const words = Object.entries({
      name,
      'data-dir': join(place, 'etcd'),
      'initial-cluster': members,
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
    }).flatMap(([option, value]) => [`--${option}`, value])
    let running: ChildProcess[] = []
    return {
      name,
      rest: has.rest,
      start: (): void => {
        running = [run('etcd', words), run('patroni', [file])]
      },
      /** As a machine that loses its power and keeps its disk. */
      kill: async (): Promise<void> => {
        const ended = running.map((child) => once(child, 'exit'))
        for (const child of running) child.kill('SIGKILL')
        for (const pid of await processesIn(join(place, 'data'))) endProcess(pid)
        await Promise.all(ended)
      },
    }
  }
  const nodes = await Promise.all(ports.map(createNode))
  const port = await freePort()
  const proxyFile = join(folder, 'haproxy.cfg')
  await writeFile(proxyFile, haproxySettings(port, ports))
  await own(proxyFile)
  const proxy = run('haproxy', ['-f', proxyFile, '-db'])

  const look = async () => {
    for (const { rest } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => null)
      const read = Cluster.safeParse(await answer?.json().catch(() => null))
      if (read.success) return read.data.members
    }
    return []
  }
  for (const node of nodes) node.start()
  return {
    address: { kind: 'url', url: `postgres://loam@127.0.0.1:${port}/postgres` } satisfies DatabaseAddress,
    /** Resolves once all three nodes run, one of them as the synchronous replica. */
    untilWhole: async (): Promise<void> => {
      for (;;) {
        const members = await look()
        const isWell = members.every(({ state }) => ['running', 'streaming'].includes(state))
        const roles = members.map(({ role }) => role)
        if (
          isWell &&
          members.length === nodes.length &&
          roles.includes('leader') &&
          roles.includes('sync_standby')
        )
          return
        await sleep(200)
      }
    },
    /** Kills everything on the leader's node; starts it again by the result. */
    killLeader: async () => {
      const leader = (await look()).find(({ role }) => role === 'leader')
      const node = nodes.find(({ name }) => name === leader?.name)
      if (node === undefined) throw new Error('the cluster has no leader')
      await node.kill()
      return { name: node.name, startAgain: node.start }
    },
    stop: async (): Promise<void> => {
      proxy.kill('SIGKILL')
      for (const node of nodes) await node.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
