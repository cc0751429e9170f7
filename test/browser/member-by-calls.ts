import type { BrowserContext } from '@playwright/test'
import { setPassword } from '#account/calls.ts'
import { addCartItem } from '#cart/calls.ts'
import { previewPurchase, purchase } from '#checkout/calls.ts'
import { listSubscriptions, viewSubscription } from '#subscription/calls.ts'
import { changeSubscription, previewChange } from '#subscription/change-calls.ts'
import { viewOutbox } from '#workbench/calls.ts'
import { cardPages } from '../support/card-pages.ts'
import { localCaller, newCaller } from '../support/caller.ts'
import { places } from '../support/places.ts'
import { newEmail, password } from './buying.ts'
import { expect } from './running-shop.ts'
import type { RunningShop } from './shop-child.ts'

/** The newest link to set a password that was mailed to somebody. */
const passwordToken = async (shop: RunningShop, email: string): Promise<string> => {
  let token = ''
  await expect
    .poll(async () => {
      const { mails } = await localCaller(shop.url).call(viewOutbox, { to: email })
      token = mails.map(({ text }) => /\/set-password\?token=([\w-]+)/.exec(text)?.[1] ?? '').join('')
      return token
    })
    .not.toBe('')
  return token
}

/** Somebody with one subscription to DS-01, bought and signed in without a page. */
export const memberByCalls = async (shop: RunningShop) => {
  const caller = newCaller(shop.url)
  const email = newEmail()
  const { tokenFor } = cardPages(`http://localhost:${shop.env['SANDBOX_PORT'] ?? ''}`, shop.url)
  await caller.call(addCartItem, { code: 'syn-rf' })
  const { country, region, zip } = places.oregon
  const sums = await caller.call(previewPurchase, { country, region, zip })
  await caller.call(purchase, {
    request_id: email,
    email,
    address: places.oregon,
    shipping: { method_code: sums.shipping.method_code },
    total: sums.total,
    credit: sums.credit,
    card: { token: await tokenFor('approve') },
  })
  await caller.call(setPassword, { token: await passwordToken(shop, email), password })
  const id = (await caller.call(listSubscriptions, {})).subscriptions[0]?.id ?? ''
  return {
    caller,
    id,
    tokenFor,
    /** Signs a browser in as them. */
    signIn: (context: BrowserContext): Promise<void> =>
      context.addCookies([...caller.jar].map(([name, value]) => ({ name, value, url: shop.url }))),
    /** Asks for an order while the processor is held; resolves with the answer when that charge is under way. */
    beginOrder: async () => {
      const change = { action: 'order-now' } as const
      const { token } = await caller.call(previewChange, { id, change })
      const made = caller.call(changeSubscription, { id, change, token })
      await expect
        .poll(async () => (await caller.call(viewSubscription, { id })).charge_in_hand?.amount)
        .toBe('49.99')
      return { made }
    },
  }
}
