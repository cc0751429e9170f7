import { sql } from 'kysely'
import { expect } from 'vitest'
import { saveDraft } from '#cart/endpoints.ts'
import { resumeCart, subscribe, viewAbandonedCart } from '#newsletter/endpoints.ts'
import { subscribeToNewsletter } from '../support/newsletter.ts'
import { test } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

/** Somebody who typed an address at checkout and went away. */
const leaves = async (shop: TestShop, agreed: boolean): Promise<Visitor> => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.add('vs-wk')
  await visitor.client.call(saveDraft, { draft: { email: visitor.email } })
  if (agreed) await subscribeToNewsletter(shop, visitor, '/checkout')
  return visitor
}

const reminders = async (shop: TestShop, { email }: Visitor) =>
  (await shop.mails(email)).filter(({ subject }) => subject === 'Your cart is still here')

test('a mail about an abandoned cart leads back to the cart and goes to subscribers who did not buy', async ({
  shop,
}) => {
  const [agreed, silent, buyer] = [
    await leaves(shop, true),
    await leaves(shop, false),
    await leaves(shop, true),
  ]
  await buyer.checkout()
  await shop.travelTo('2031-01-07')
  const [mail, ...more] = await reminders(shop, agreed)
  expect(more).toEqual([])
  expect(await reminders(shop, silent)).toEqual([])
  expect(await reminders(shop, buyer)).toEqual([])
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const token = /\/continue\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  // On another device: opening the page changes nothing, the button restores the cart.
  const phone = shop.visitor()
  expect((await phone.client.call(viewAbandonedCart, { token })).items).toHaveLength(2)
  expect((await phone.cart()).lines).toEqual([])
  await phone.client.call(resumeCart, { token })
  expect((await phone.cart()).total).toBe('89.98')
  expect(await phone.checkout()).toMatchObject({ status: 'ordered' })
  await expect(shop.visitor().client.call(viewAbandonedCart, { token })).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
  await shop.travelTo('2031-01-09')
  expect(await reminders(shop, agreed)).toHaveLength(1)
})

test("the mailed link to a member's abandoned cart opens the cart for that member only", async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  await mara.add('vs-wk')
  await mara.client.call(subscribe, { email: mara.email, page: '/' })
  await shop.travelTo('2031-01-07')
  const [mail] = await reminders(shop, mara)
  const token = /\/continue\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await expect(shop.visitor().client.call(resumeCart, { token })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  const june = await shop.member({ plan: 'monthly refill' })
  await expect(june.client.call(resumeCart, { token })).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  await mara.signIn()
  await mara.client.call(resumeCart, { token })
  expect((await mara.cart()).lines).toHaveLength(1)
  await expect(mara.client.call(resumeCart, { token: `${token}x` })).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
})

test('a cart that cannot be read does not delay the reminders of other carts', async ({ shop }) => {
  const [damaged, sound] = [await leaves(shop, true), await leaves(shop, true)]
  const { cart_id: id } = await damaged.cart()
  await sql`update cart set items = '{"syn-wk": "one", "vs-wk": -1}' where id = ${id}::uuid`.execute(
    shop.app.database.kysely,
  )
  await shop.travelTo('2031-01-07')
  expect(await reminders(shop, sound)).toHaveLength(1)
  expect(await reminders(shop, damaged)).toEqual([])
})
