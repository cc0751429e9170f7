import type { Handler, RequestContext } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import { localAddress } from '#shared/locale-path.ts'
import * as endpoints from '../endpoints.ts'
import { createBillingHandlers } from './billing-handlers.ts'
import type { SubscriptionPayments } from './billing-handlers.ts'
import { createCardSettings } from '../card/server/card-settings.ts'
import type { IsCardInUse } from '../card/server/card-settings.ts'
import type { CardGate } from '../charge/server/card-gates.ts'
import type { PaymentServices } from '../charge/server/payments.ts'

const viewCardEntry =
  ({ deps, processor }: PaymentServices, gate: CardGate): Handler<typeof endpoints.viewCardEntry> =>
  async (context, { return_path }) => {
    const { cardEntry } = processor
    return {
      entry:
        cardEntry.processor === 'sandbox'
          ? { processor: cardEntry.processor, field_url: cardEntry.fieldUrl }
          : { processor: cardEntry.processor, publishable_key: cardEntry.publishableKey },
      card_page_url: processor.cardPageUrl(`${deps.publicUrl}${localAddress(return_path, context.locale)}`),
      check: await gate.view(context),
    }
  }

const viewWalletEntry =
  ({ processor: { walletEntry } }: PaymentServices): Handler<typeof endpoints.viewWalletEntry> =>
  async () => {
    if (walletEntry === null) return { entry: null }
    const { processor } = walletEntry
    return {
      entry:
        processor === 'sandbox'
          ? { processor, sheet_url: walletEntry.sheetUrl }
          : { processor, publishable_key: walletEntry.publishableKey },
    }
  }

interface PaymentRouteDeps {
  readonly services: PaymentServices
  readonly subscriptions: SubscriptionPayments
  readonly isCardInUse: IsCardInUse
  readonly identityOf: (context: RequestContext) => Promise<string | null>
  readonly cardGate: CardGate
}

/** The endpoints of cards and charges; webhooks go to `receiveWebhook`, which needs the body as it came. */
export const paymentRoutes = ({
  services,
  subscriptions,
  isCardInUse,
  identityOf,
  cardGate,
}: PaymentRouteDeps): readonly Route[] =>
  routes(endpoints, {
    ...createCardSettings(services.deps, isCardInUse),
    ...createBillingHandlers(services, subscriptions, identityOf, cardGate),
    viewCardEntry: viewCardEntry(services, cardGate),
    viewWalletEntry: viewWalletEntry(services),
  })
