import type { BrowserContext } from '@playwright/test'
import { setPassword } from '#account/endpoints.ts'
import { addCartItem } from '#cart/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import { listSubscriptions, viewSubscription } from '#subscription/endpoints.ts'
import { changeSubscription, previewChange } from '#subscription/change/change-endpoints.ts'
import { viewOutbox } from '#dev-tools/endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { cardPages } from '../support/card-pages.ts'
import { newLocalApiClient, newApiClient } from '../support/api-client.ts'
import { places } from '../support/places.ts'
import { newEmail, password } from './buying.ts'
import type { ShopToAsk } from './operator.ts'
import { expect } from './running-shop.ts'

/** The newest link to set a password that was mailed to somebody. */
const passwordToken = async (shop: ShopToAsk, email: string): Promise<string> => {
  let token = ''
  await expect
    .poll(async () => {
      const { mails } = await newLocalApiClient(shop.url).call(viewOutbox, { to: email })
      token = mails.map(({ text }) => /\/set-password\?token=([\w-]+)/.exec(text)?.[1] ?? '').join('')
      return token
    })
    .not.toBe('')
  return token
}

interface Bought {
  /** Of a plan. */
  readonly code?: string
  readonly quantity?: number
  readonly email?: string
  readonly card?: TestCardName
}

/** Somebody who bought a plan without a page, where that is not what is looked at: a refill of DS-01 by default. */
export const buyByApi = async (
  shop: ShopToAsk,
  { code = 'syn-rf', quantity = 1, email = newEmail(), card = 'approve' }: Bought = {},
) => {
  const client = newApiClient(shop.url)
  const { tokenFor } = cardPages(`http://localhost:${shop.env['SANDBOX_PORT'] ?? ''}`, shop.url)
  await client.call(addCartItem, { code, quantity })
  const { country, region, zip } = places.oregon
  const totals = await client.call(previewPurchase, { country, region, zip })
  const bought = await client.call(purchase, {
    request_id: email,
    email,
    address: places.oregon,
    shipping: { method_code: totals.shipping.method_code },
    total: totals.total,
    credit: totals.credit,
    card: { token: await tokenFor(card) },
  })
  return { client, email, tokenFor, number: bought.order?.number ?? '' }
}

/** Somebody with one subscription to DS-01, bought and signed in without a page. */
export const memberByApi = async (shop: ShopToAsk) => {
  const { client, email, tokenFor } = await buyByApi(shop)
  await client.call(setPassword, { token: await passwordToken(shop, email), password })
  const id = (await client.call(listSubscriptions, {})).subscriptions[0]?.id ?? ''
  return {
    client,
    id,
    tokenFor,
    /** Signs a browser in as them. */
    signIn: (context: BrowserContext): Promise<void> =>
      context.addCookies([...client.jar].map(([name, value]) => ({ name, value, url: shop.url }))),
    /** Asks for an order while the processor is held; resolves with the answer when that charge is under way. */
    beginOrder: async () => {
      const change = { action: 'order-now' } as const
      const { token } = await client.call(previewChange, { id, change })
      const made = client.call(changeSubscription, { id, change, token })
      await expect
        .poll(async () => (await client.call(viewSubscription, { id })).charge_in_flight?.amount)
        .toBe('49.99')
      return { made }
    },
  }
}
