import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { Subscription } from '#subscription/endpoints.ts'
import { subscriptionPath } from '#subscription/record/screens/member-action.ts'

/** The way back to the subscription, with its name. */
export const BackLink = ({ subscription }: { readonly subscription: Subscription }) => (
  <p>
    <ButtonLink kind="link" href={subscriptionPath(subscription.id)}>
      <PlanName of={subscription.plan.name} />
    </ButtonLink>
  </p>
)
