import type { ExperimentServices } from '#experiment/server/experiments.ts'
import type { CardGate } from '#payment/server/card-gates.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as changeEndpoints from '../change-endpoints.ts'
import * as choiceEndpoints from '../choice-endpoints.ts'
import * as subscriptionEndpoints from '../endpoints.ts'
import * as owedEndpoints from '../owed-endpoints.ts'
import type { CancellationReasons } from '../rules/cancellation-reasons.ts'
import { createChangeHandlers } from './change-handlers.ts'
import { createOwedHandlers } from './owed-handlers.ts'
import type { RenewalDeps } from './open-renewals.ts'
import { createSubscriptionHandlers } from './subscription-handlers.ts'
import type { CancelOrder } from './undo-order.ts'

interface SubscriptionRouteDeps {
  readonly services: RenewalDeps
  readonly cancellationReasons: CancellationReasons
  readonly experiments: ExperimentServices
  readonly cardGate: CardGate
  readonly cancelOrder: CancelOrder
}

/** The endpoints of subscriptions: reading, changing, and paying what is owed. */
export const subscriptionRoutes = ({
  services,
  cancellationReasons,
  experiments,
  cardGate,
  cancelOrder,
}: SubscriptionRouteDeps): readonly Route[] =>
  routes(
    { ...subscriptionEndpoints, ...choiceEndpoints, ...changeEndpoints, ...owedEndpoints },
    {
      ...createSubscriptionHandlers(services, cancellationReasons, experiments),
      ...createChangeHandlers(services, cancellationReasons, experiments, cancelOrder),
      ...createOwedHandlers(services, cardGate),
    },
  )
