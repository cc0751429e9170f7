import type { LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { listPlanSubscriptions } from '#subscription/endpoints.ts'
import { hasActivePlan } from '#subscription/record/rules/subscription-state.ts'
import { findOnboarding } from '../endpoints.ts'

/** The member's active plans (spec §4); without any, all plans they were ever subscribed to. Empty without a subscription. */
const ownPlans = async ({ call, actor }: ShopContext): Promise<string[]> => {
  if (actor.kind !== 'member') return []
  const listed = await call(listPlanSubscriptions, {})
  const subscriptions = listed.subscriptions.map(({ plan, ...one }) => ({ ...one, planCode: plan.plan_code }))
  const plans = subscriptions.map(({ planCode }) => planCode)
  const active = plans.filter((code) => hasActivePlan(subscriptions, code))
  return active.length > 0 ? active : plans
}

/**
 * Redirects to the onboarding survey of the plans in `?plans=`, as after a purchase, when nobody need be signed in;
 * without them to the one of the member's own plans, then of what they bought, and to that of the first plan of the shop if there is nothing. To the account when
 * what was bought has no survey.
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const requestedPlans = (new URL(request.url).searchParams.get('plans') ?? '')
    .split(',')
    .filter((code) => code !== '')
  const shop = context.get(shopContext)
  const planCodes = requestedPlans.length > 0 ? requestedPlans : await ownPlans(shop)
  const { survey } = await shop.call(findOnboarding, { plans: planCodes.join(',') })
  return redirect(survey === null ? '/account' : `/onboarding/${survey}`, 303)
}
