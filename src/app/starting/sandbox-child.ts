import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/log.ts'
import { StartFailure } from '#platform/start-failure.ts'
import type { LaunchedSandbox } from '../../../sandbox-base/launch.ts'
import { launchSandbox } from '../../../sandbox-processor/launch.ts'

interface SandboxOptions {
  readonly port: number
  /** The processor's own database, separate from the shop's. */
  readonly dataFile: string
  /** The shop's URL for browsers. */
  readonly shopUrl: string
  /** Where a process on this machine reaches the shop. */
  readonly localUrl: string
  readonly log: Log
}

/** The sandbox processor as a child process. */
export interface SandboxChild {
  /** Its URL for browsers and the shop; the same after a restart. */
  readonly url: string
  readonly stop: () => Promise<void>
}

const hasEnded = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const firstLaunch = async (environment: Readonly<Record<string, string>>): Promise<LaunchedSandbox> => {
  try {
    return await launchSandbox(environment)
  } catch (thrown) {
    throw new StartFailure(
      thrown instanceof Error ? thrown.message : 'The sandbox processor could not start.',
      thrown,
    )
  }
}

/** Starts the sandbox processor and starts it again whenever it dies, until `stop`. Throws StartFailure. */
export const superviseSandbox = async (options: SandboxOptions): Promise<SandboxChild> => {
  const { port, dataFile, shopUrl, localUrl, log } = options
  const environment = {
    SANDBOX_PORT: String(port),
    SANDBOX_DATA: dataFile,
    SHOP_URL: shopUrl,
    WEBHOOK_URL: `${localUrl}/api/payment/webhook/sandbox`,
  }
  const first = await firstLaunch(environment)
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
      log.warn({}, 'the sandbox processor ended and is started again')
      running = await launchSandbox(environment).catch(() => null)
    }
  }
  const supervision = superviseUntilStopped()
  const stop = async (): Promise<void> => {
    stopping.abort()
    running?.process.kill('SIGTERM')
    await supervision
    // It may have been starting when it was told to end.
    running?.process.kill('SIGTERM')
    if (running !== null) await hasEnded(running.process)
  }
  return { url: first.url, stop }
}
