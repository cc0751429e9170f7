import type { ActionFunctionArgs } from 'react-router'
import { data, redirect, redirectDocument } from 'react-router'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { viewCardEntry } from '#payment/endpoints.ts'
import { isShopError } from '#shared/errors.ts'
import { payOwedOrder } from '../owed-endpoints.ts'

export const updateCardPath = (token: string): string => `/update-card/${token}`

/** Pays with the entered card; without one the processor's own page takes it, where there is one. */
export const updateCardAction = async ({ request, context, params }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const token = params['token'] ?? ''
  const here = updateCardPath(token)
  const form = await request.formData()
  const cardToken = formText(form, 'card_token')
  if (cardToken === '') {
    const { card_page_url: cardPage } = await call(viewCardEntry, { return_path: here })
    return redirect(cardPage ?? here, 303)
  }
  try {
    const total = formText(form, 'total')
    const { challenge_url: challenge } = await call(payOwedOrder, {
      token,
      total,
      credit: formText(form, 'credit'),
      card: { token: cardToken },
      captcha: formText(form, 'captcha'),
      website: formText(form, 'website'),
    })
    return challenge === null ? redirect(here, 303) : redirectDocument(challenge, 303)
  } catch (thrown) {
    // A repeated request: the page shows the result of the first.
    if (isShopError(thrown) && thrown.code === 'PAYMENT_PENDING') return redirect(here, 303)
    const failure = formFailure(thrown)
    return data({ failure }, { status: failure.status })
  }
}
