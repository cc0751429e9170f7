import { mkdtemp, mkdir, rm, chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#platform/log.ts'
import { readPostmaster } from '#platform/postgres/postmaster.ts'
import { launchSandbox } from '../sandbox-processor/launch.ts'
import { buildShop } from '../src/app/starting/fresh-build.ts'
import { openShopDatabase } from '../src/app/starting/shop-database.ts'
import { startChild } from './child.ts'
import { addOwnProcess } from './quiet-machine.ts'
import type { ShopTarget } from './targets.ts'
import { root, startCommand } from './start-command.ts'

/** A port of this machine that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A folder for one run; the database's user has to pass through it. */
export const temporaryFolder = async (stack: AsyncDisposableStack): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-bench-'))
  await chmod(folder, 0o711)
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Database (durable, as `npm start` has it), processor, load and bare server, each a process of its own. */
export const openBenchEnvironment = async (stack: AsyncDisposableStack) => {
  const dataFolder = await temporaryFolder(stack)
  const databaseFolder = join(dataFolder, 'postgres')
  await mkdir(databaseFolder, { mode: 0o711 })
  await buildShop(root, () => process.stdout.write('Building the pages …\n'))
  const database = await openShopDatabase({
    root,
    databaseUrl: null,
    folder: databaseFolder,
    log: createLog('warn'),
  })
  stack.defer(database.close)
  const port = await freePort()
  const shopUrl = `http://127.0.0.1:${port}`
  const sandbox = await launchSandbox({
    SANDBOX_PORT: '0',
    SANDBOX_DATA: join(dataFolder, 'processor.sqlite'),
    SHOP_URL: shopUrl,
    WEBHOOK_URL: `${shopUrl}/api/payment/webhook/sandbox`,
  })
  stack.defer(() => void sandbox.process.kill('SIGKILL'))
  const { address } = database
  const load = startChild('load-process.ts')
  stack.defer(load.end)
  const { flags } = await startCommand()
  const openShop = (shopPort: number) => {
    const target: ShopTarget = { port: shopPort, dataFolder, sandboxUrl: sandbox.url, address }
    const shop = startChild('shop-process.ts', { BENCH_SHOP: JSON.stringify(target) }, flags)
    stack.defer(shop.end)
    return shop
  }
  const postmaster = await readPostmaster(join(databaseFolder, 'data'))
  if (postmaster !== null) addOwnProcess(postmaster.pid)
  return {
    database,
    address,
    port,
    shopUrl,
    sandboxUrl: sandbox.url,
    load,
    openShop,
    stack,
    databasePid: postmaster?.pid ?? 0,
    processorPid: sandbox.process.pid ?? 0,
  }
}

export type BenchEnvironment = Awaited<ReturnType<typeof openBenchEnvironment>>
