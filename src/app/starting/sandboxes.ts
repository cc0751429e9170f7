import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { brand } from '#shared/brand.ts'
import type { Log } from '#platform/log.ts'
import { launchCarrier } from '../../../sandbox-carrier/launch.ts'
import { launchSandbox } from '../../../sandbox-processor/launch.ts'
import type { Settings } from '../config.ts'
import type { DataFolder } from '#platform/data-folder.ts'
import { StartFailure } from '#platform/start-failure.ts'
import type { LaunchedSandbox } from '../../../sandbox-base/launch.ts'

/** A sandbox that the shop runs beside it. */
interface SandboxOptions {
  /** As in `The sandbox processor could not start.` */
  readonly name: string
  readonly launch: () => Promise<LaunchedSandbox>
  readonly log: Log
}

/** A sandbox as a child process. */
interface SandboxChild {
  /** Its URL for browsers and the shop; the same after a restart. */
  readonly url: string
  readonly stop: () => Promise<void>
}

const hasEnded = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const firstLaunch = async ({ name, launch }: SandboxOptions): Promise<LaunchedSandbox> => {
  try {
    return await launch()
  } catch (thrown) {
    throw new StartFailure(thrown instanceof Error ? thrown.message : `The ${name} could not start.`, thrown)
  }
}

/** Starts a sandbox and starts it again whenever it dies, until `stop`. Throws StartFailure. */
const superviseSandbox = async (options: SandboxOptions): Promise<SandboxChild> => {
  const { name, launch, log } = options
  const first = await firstLaunch(options)
  let running: LaunchedSandbox | null = first
  const stopping = new AbortController()
  const superviseUntilStopped = async (): Promise<void> => {
    for (
      let waitMs = 200;
      !stopping.signal.aborted;
      waitMs = running === null ? Math.min(waitMs * 2, 5_000) : 200
    ) {
      if (running !== null) await hasEnded(running.process)
      else await sleep(waitMs, undefined, { ref: false })
      if (stopping.signal.aborted) return
      log.warn({}, `the ${name} ended and is started again`)
      running = await launch().catch(() => null)
    }
  }
  const supervision = superviseUntilStopped()
  const stop = async (): Promise<void> => {
    stopping.abort()
    running?.process.kill('SIGTERM')
    await supervision
    // It may have been starting when it was asked to end.
    running?.process.kill('SIGTERM')
    if (running !== null) await hasEnded(running.process)
  }
  return { url: first.url, stop }
}

/** Where a process on this machine reaches the shop. */
const localUrlOf = ({ host, port }: Settings): string => {
  const localHost = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host
  return `http://${localHost.includes(':') ? `[${localHost}]` : localHost}:${port}`
}

/** Where the sandboxes of a shop are reached; empty for those that it does not have. */
export interface SandboxUrls {
  readonly sandboxUrl: string
  readonly carrierUrl: string
}

/** Starts the sandboxes that the settings name and that do not run elsewhere, each a process of its own. Throws StartFailure. */
export const openSandboxes = async (
  settings: Settings,
  { sandboxFile, carrierFile }: DataFolder,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<SandboxUrls> => {
  const { processor, carrier, publicUrl } = settings
  const webhooks = `${localUrlOf(settings)}/api`
  const open = async (
    name: string,
    launch: typeof launchSandbox,
    environment: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const sandbox = await superviseSandbox({ name, launch: () => launch(environment), log })
    stack.defer(sandbox.stop)
    return sandbox.url
  }
  const [sandboxUrl, carrierUrl] = await Promise.all([
    processor.kind !== 'sandbox'
      ? ''
      : (processor.url ??
        open('sandbox processor', launchSandbox, {
          SANDBOX_PORT: String(processor.port),
          SANDBOX_DATA: sandboxFile,
          SHOP_URL: publicUrl,
          WEBHOOK_URL: `${webhooks}/payment/webhook/sandbox`,
        })),
    carrier.kind !== 'sandbox'
      ? ''
      : (carrier.url ??
        open('sandbox carrier', launchCarrier, {
          CARRIER_PORT: String(carrier.port),
          CARRIER_DATA: carrierFile,
          CARRIER_TIME_ZONE: brand.timeZone,
          CARRIER_WEBHOOK_URL: `${webhooks}/shipment/webhook/sandbox`,
        })),
  ])
  return { sandboxUrl, carrierUrl }
}
