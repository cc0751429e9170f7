import type { ActionFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { openReferral } from '../endpoints.ts'

/** Creates the member's link and returns to the page that requested it; `place` is its query or fragment. */
export const openReferralAndReturn = async (
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  place: string,
) => {
  const form = await postedForm(request)
  const source = formText(form, 'traffic_source').slice(0, 60)
  await context.get(shopContext).call(openReferral, { traffic_source: source })
  return redirect(`${new URL(request.url).pathname}${place}`, 303)
}
