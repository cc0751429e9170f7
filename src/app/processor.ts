import type { Clock } from '#platform/clock.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Processor } from '#payment/server/processor.ts'
import { createSandboxAdapter } from '#payment/server/sandbox-adapter.ts'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import type { Settings } from './config.ts'

/** The processor that the settings name. The sandbox is reached at `sandboxUrl`. */
export const createProcessor = async (
  { processor }: Pick<Settings, 'processor'>,
  deps: Pick<AppDeps, 'outgoing' | 'log' | 'publicUrl'>,
  machineClock: Clock,
  sandboxUrl: string,
): Promise<Processor> => {
  const { outgoing, log, publicUrl: shopUrl } = deps
  if (processor.kind === 'stripe') {
    // Stripe's client is 37 MiB of memory that a sandbox shop need not carry.
    const { createStripeAdapter } = await import('#payment/server/stripe-adapter.ts')
    return createStripeAdapter({ settings: processor, outgoing, log, machineClock })
  }
  const settings = { ...developmentKeys, apiUrl: sandboxUrl, publicUrl: sandboxUrl, shopUrl }
  return createSandboxAdapter({ settings, outgoing, log, machineClock })
}
