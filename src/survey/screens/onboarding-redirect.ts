import type { LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { productGroup } from '#catalogue/rules/product.ts'
import { onboardingSurvey } from '../rules/onboarding.ts'

/** Leads to the onboarding survey of the plans in `?plans=`, as after a purchase, when nobody need be signed in. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const plans = (new URL(request.url).searchParams.get('plans') ?? '').split(',')
  return redirect(`/onboarding/${onboardingSurvey[productGroup(plans)]}`, 303)
}
