import type { LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { shopContext } from '#app/shop-context.ts'
import type { ShopContext } from '#app/shop-context.ts'
import { productGroup } from '#catalogue/rules/product.ts'
import { listSubscriptions } from '#subscription/calls.ts'
import { isLive } from '#subscription/rules/subscription-state.ts'
import { onboardingSurvey } from '../rules/onboarding.ts'

const ownPlans = async ({ call, actor }: ShopContext): Promise<string[]> => {
  if (actor.kind !== 'member') return []
  const { subscriptions } = await call(listSubscriptions, {})
  const live = subscriptions.filter(({ state }) => isLive(state))
  return (live.length > 0 ? live : subscriptions).map(({ planCode }) => planCode)
}

/**
 * Leads to the onboarding survey of the plans in `?plans=`, as after a purchase, when nobody need be signed in; without
 * them to the one of the member's own plans, and to the adult one where there are none.
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const named = (new URL(request.url).searchParams.get('plans') ?? '')
    .split(',')
    .filter((code) => code !== '')
  const own = named.length > 0 ? named : await ownPlans(context.get(shopContext))
  const plans = own.length > 0 ? own : ['syn-wk']
  return redirect(`/onboarding/${onboardingSurvey[productGroup(plans)]}`, 303)
}
