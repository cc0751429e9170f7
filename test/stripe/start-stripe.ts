import type { Stripe } from 'stripe'
import { createAccount } from './account/account.ts'
import type { Account, StripeClock } from './account/account.ts'
import { buyerOf, dashboardOf } from './account/dashboard.ts'
import type { Buyer, Dashboard } from './account/dashboard.ts'
import { makeToken } from './calls/confirmation-tokens.ts'
import type { FilledIn } from './calls/confirmation-tokens.ts'
import { createFaults } from './wire/faults.ts'
import type { Faults } from './wire/faults.ts'
import { createHttpServer } from './http-server.ts'
import { createWebhooks } from './account/webhooks.ts'
import type { Webhooks } from './account/webhooks.ts'

interface Settings {
  readonly clock: StripeClock
  readonly secretKey: string
  /** Where webhooks go; can also be said later by `webhooks.sendTo`. */
  readonly webhookUrl?: string
  readonly webhookSecrets?: readonly string[]
}

export interface StandIn {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly buyer: Buyer
  readonly dashboard: Dashboard
  readonly faults: Faults
  readonly webhooks: Webhooks
  /** The id of a ConfirmationToken as the Payment Element makes it. */
  readonly confirmationToken: (filledIn: FilledIn) => string
  /** Where the account is registered for taxes, and what is in its tax reporting. */
  readonly taxes: Pick<Account, 'registrations' | 'taxTransactions'>
  /** Stripe's own work catches up: asynchronous captures, what banks say of refunds, disputes of test cards. */
  readonly catchUp: () => void
  /** All that happened, oldest first. */
  readonly events: () => readonly Stripe.Event[]
  readonly close: () => Promise<void>
}

/** Starts an empty Stripe account in test mode on a free port of this machine. */
export const startStripe = async ({
  clock,
  secretKey,
  webhookUrl,
  webhookSecrets = [],
}: Settings): Promise<StandIn> => {
  const account = createAccount(clock)
  const faults = createFaults()
  const webhooks = createWebhooks(account)
  if (webhookUrl !== undefined) webhooks.sendTo(webhookUrl, webhookSecrets)
  const server = createHttpServer({ account, faults, secretKey })
  const host = '127.0.0.1'
  const url = await server.listen({ host, port: 0 })
  return {
    url,
    host,
    port: Number(new URL(url).port),
    buyer: buyerOf(account),
    dashboard: dashboardOf(account),
    faults,
    webhooks,
    confirmationToken: (filledIn) => makeToken(account, filledIn).id,
    taxes: account,
    catchUp: () => {
      for (const work of account.later.splice(0)) work()
    },
    events: () => [...account.events.values()],
    close: () => server.close(),
  }
}
