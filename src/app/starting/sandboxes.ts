import { brand } from '#shared/brand.ts'
import type { Log } from '#platform/log.ts'
import { launchCarrier } from '../../../sandbox-carrier/launch.ts'
import { launchSandbox } from '../../../sandbox-processor/launch.ts'
import type { Settings } from '../config.ts'
import type { DataFolder } from '../data-folder.ts'
import { superviseSandbox } from './sandbox-child.ts'

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
