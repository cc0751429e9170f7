import { data, redirect, redirectDocument } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { viewCardEntry } from '#payment/endpoints.ts'
import { isShopError } from '#shared/errors.ts'
import { confirmOwedOrder, payOwedOrder } from '../owed-endpoints.ts'

export const updateCardPath = (token: string): string => `/update-card/${token}`

/** What the form sends that has the refused card confirmed. */
export const confirmIntent = 'confirm'

const pay = ({ call }: ShopContext, token: string, form: FormData) => {
  const shown = { token, total: formText(form, 'total'), credit: formText(form, 'credit') }
  if (formText(form, 'intent') === confirmIntent) return call(confirmOwedOrder, shown)
  return call(payOwedOrder, {
    ...shown,
    card: { token: formText(form, 'card_token') },
    captcha: formText(form, 'captcha'),
    website: formText(form, 'website'),
  })
}

/**
 * Pays with the entered card, or has the refused one confirmed; without either the processor's own page takes a card,
 * where there is one.
 */
export const updateCardAction = async ({ request, context, params }: ActionFunctionArgs) => {
  const shop = context.get(shopContext)
  const token = params['token'] ?? ''
  const here = updateCardPath(token)
  const form = await postedForm(request)
  if (formText(form, 'intent') !== confirmIntent && formText(form, 'card_token') === '') {
    const { card_page_url: cardPage } = await shop.call(viewCardEntry, { return_path: here })
    return redirect(cardPage ?? here, 303)
  }
  try {
    const { challenge_url: challenge } = await pay(shop, token, form)
    return challenge === null ? redirect(here, 303) : redirectDocument(challenge, 303)
  } catch (thrown) {
    // A repeated request: the page shows the result of the first.
    if (isShopError(thrown) && thrown.code === 'PAYMENT_PENDING') return redirect(here, 303)
    const failure = formFailure(thrown)
    return data({ failure }, { status: failure.status })
  }
}
