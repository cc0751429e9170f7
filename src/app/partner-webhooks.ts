import { createWebhookSender } from '#partner/webhook/server/webhook-senders.ts'
import type { WebhookSender } from '#partner/webhook/server/webhook-senders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { createPublicSender } from '#platform/public-sender.ts'
import type { ShopInfrastructure } from './shop-services.ts'

/** Tells partners what has happened; a sandbox shop tells programs on this machine too. */
export const createShopWebhooks = (
  deps: AppDeps,
  { settings, machineClock }: Pick<ShopInfrastructure, 'settings' | 'machineClock'>,
): WebhookSender => {
  const sender = createPublicSender({ allowsLoopback: settings.processor.kind === 'sandbox' })
  return createWebhookSender({ deps, sender, machineClock })
}
