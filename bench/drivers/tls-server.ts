import { execFileSync, spawn } from 'node:child_process'
import { chmod, chown, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '#platform/postgres/binaries.ts'
import { createCluster, databaseOwner, serverEnvironment } from '#platform/postgres/cluster.ts'
import { chooseServerUser, reachFolder } from '#platform/postgres/server-user.ts'
import { createSocketFolder } from '#platform/postgres/socket.ts'
import { freePort, temporaryFolder } from '../environment.ts'

/** How a client reaches the server. */
export interface Transport {
  readonly name: 'unix socket' | 'TLS'
  /** A folder with the socket, or an IP address. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly ssl: false | { readonly ca: string }
}

/** Starts a durable PostgreSQL server for one run, with a Unix socket and TLS; needs the program `openssl`. */
export const startTlsServer = async (stack: AsyncDisposableStack): Promise<readonly Transport[]> => {
  const folder = await temporaryFolder(stack)
  const data = join(folder, 'data')
  const user = await chooseServerUser(data)
  const binaries = await findBinaries(user)
  await createCluster(binaries, user, data, true)
  const [certificate, key, access] = ['tls.crt', 'tls.key', 'access.conf'].map((name) => join(data, name))
  if (!certificate || !key || !access) throw new Error('three files')
  const request = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const files = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...request.split(' '), ...files], { stdio: 'ignore' })
  await writeFile(access, 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n')
  for (const file of [certificate, key, access]) {
    await chmod(file, 0o600)
    if (user !== null) await chown(file, user.uid, user.gid)
  }
  const socketFolder = await createSocketFolder(user)
  const port = await freePort()
  const { cwd, name } = reachFolder(data, user)
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socketFolder}`,
    `hba_file=${access}`,
    'ssl=on',
    'ssl_cert_file=tls.crt',
    'ssl_key_file=tls.key',
    'shared_buffers=32MB',
  ]
  const args = ['-D', name, ...settings.flatMap((each) => ['-c', each])]
  const server = spawn(binaries.postgres, args, { ...user, cwd, env: serverEnvironment(), stdio: 'ignore' })
  const ended = new Promise((resolve) => server.on('close', resolve))
  stack.defer(async () => {
    server.kill('SIGINT')
    await ended
  })
  const common = { port, user: databaseOwner, database: 'postgres' }
  return [
    { ...common, name: 'unix socket', host: socketFolder, ssl: false },
    { ...common, name: 'TLS', host: '127.0.0.1', ssl: { ca: await readFile(certificate, 'utf8') } },
  ]
}
