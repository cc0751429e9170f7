import { setTimeout as sleep } from 'node:timers/promises'
import { setPassword } from '#account/endpoints.ts'
import { addCartItem, setPromoCode, viewCart } from '#cart/endpoints.ts'
import { setGift } from '#cart/gift-endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import { listSubscriptions } from '#subscription/endpoints.ts'
import { changeSubscription } from '#subscription/change/change-endpoints.ts'
import { moveClock, viewOutbox } from '#dev-tools/endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { demoPassword } from '../../db/seed/people.ts'
import { cardPages } from '../support/card-pages.ts'
import { newLocalApiClient, newApiClient } from '../support/api-client.ts'
import { operate } from './access-people.ts'
import type { Shop } from './access-people.ts'

/** Somebody whose pages hold everything at once: long names, each state of a subscription, credit, codes, a gift. */
const fullMember = 'maximiliana@loam.example'

const address = {
  firstName: 'Maximiliana-Theodora',
  lastName: 'Featherstonehaugh-Wolkenstein',
  address: '12487 Upper Saint Bartholomew Street',
  unit: 'Garden house, third door on the left',
  city: 'San Buenaventura',
  region: 'CA',
  zip: '93001-4217',
  country: 'US',
  phone: '+1 805 555 0134',
}

const gift = {
  recipient_name: 'Dr. Bartholomew Featherstonehaugh the Younger',
  recipient_email: 'bartholomew.the.younger@a-rather-long-domain.example',
  message: 'For the long road home, and for the garden.\nWith love from all of us at the house on the hill.',
}

type Client = ReturnType<typeof newApiClient>

interface Basket {
  readonly items: Readonly<Record<string, number>>
  readonly card: TestCardName
  readonly promoCode?: string
}

const linkIn = async (local: Client, form: RegExp): Promise<string> => {
  for (let turn = 0; turn < 100; turn += 1) {
    const { mails } = await local.call(viewOutbox, { to: fullMember })
    const found = mails.map(({ text }) => form.exec(text)?.[1]).find((link) => link !== undefined)
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error(`no mail with ${String(form)}`)
}

const buyFor =
  (client: Client, tokenFor: (card: TestCardName) => Promise<string>) =>
  async ({ items, card, promoCode }: Basket): Promise<void> => {
    for (const [code, quantity] of Object.entries(items)) await client.call(addCartItem, { code, quantity })
    const { gift_days: days, cart_id: cartId } = await client.call(viewCart, {})
    if ('syn-wk-gift-2020' in items) await client.call(setGift, { ...gift, starts_on: days.from })
    if (promoCode !== undefined) await client.call(setPromoCode, { code: promoCode })
    const { country, region, zip } = address
    const totals = await client.call(previewPurchase, { country, region, zip })
    const { status } = await client.call(purchase, {
      request_id: `full-${cartId}-${Object.keys(items).join('-')}`,
      email: fullMember,
      address,
      shipping: { method_code: totals.shipping.method_code },
      total: totals.total,
      credit: totals.credit,
      card: { token: await tokenFor(card) },
    })
    if (status !== 'ordered') throw new Error(`the purchase of ${Object.keys(items).join(' ')} is ${status}`)
  }

/** Lets a member of the running demo shop live through three months in which everything happens. */
export const makeFullMember = async (shop: Shop): Promise<void> => {
  const client = newApiClient(shop.url, { 'x-country': 'US', 'x-region': 'CA' })
  const local = newLocalApiClient(shop.url)
  const { tokenFor } = cardPages(`http://localhost:${shop.env['SANDBOX_PORT'] ?? ''}`, shop.url)
  const buy = buyFor(client, tokenFor)
  const travel = (days: number) => local.call(moveClock, { days })
  const change = async (
    plan: string,
    ...changes: Parameters<typeof client.call<typeof changeSubscription>>[1]['change'][]
  ) => {
    const { subscriptions } = await client.call(listSubscriptions, {})
    const id = subscriptions.find(({ planCode, state }) => planCode === plan && state === 'active')?.id ?? ''
    for (const one of changes) await client.call(changeSubscription, { id, change: one })
  }
  await buy({ items: { 'vs-wk': 1 }, card: 'renewal-stolen' })
  const token = await linkIn(local, /\/set-password\?token=([\w-]+)/)
  await client.call(setPassword, { token, password: demoPassword })
  await travel(40)
  await buy({ items: { 'syn-wk-3mo': 2 }, card: 'approve', promoCode: 'THREE20' })
  await buy({ items: { 'syn-wk': 1 }, card: 'mastercard' })
  await change('syn-rf', { action: 'pause' })
  await buy({ items: { 'pds-wk': 1 }, card: 'amex' })
  await change('pds-rf', { action: 'cancel' })
  await travel(10)
  await buy({ items: { 'syn-wk-6mo': 1 }, card: 'approve' })
  const { today } = await travel(1)
  const later = Temporal.PlainDate.from(today).add({ days: 60 }).toString()
  await change('syn-rf-6mo', { action: 'cancel' })
  const { subscriptions } = await client.call(listSubscriptions, {})
  const left = subscriptions.find(({ planCode }) => planCode === 'syn-rf-6mo')?.id ?? ''
  await client.call(changeSubscription, { id: left, change: { action: 'reactivate', next_order_on: later } })
  await buy({ items: { 'vs-wk': 1 }, card: 'renewal-no-funds' })
  await buy({ items: { 'syn-wk-gift-2020': 1 }, card: 'approve' })
  await travel(33)
  await change('syn-rf-3mo', { action: 'add-one-time', plan_code: 'vs-rst', quantity: 1 })
  await operate(shop, ['credit', fullMember, '40.00', 'For', 'the', 'jar', 'that', 'arrived', 'broken.'])
}
