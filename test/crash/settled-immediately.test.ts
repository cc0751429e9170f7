import { expect } from 'vitest'
import { withdraw } from '#withdrawal/endpoints.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { test, type TestShop } from '../support/shop.ts'

const cut = (thrown: unknown): string => {
  if (thrown instanceof TypeError) return 'interrupted'
  throw thrown
}

/** The shop is opened again so that its process dies at this step. */
const armed = async (shop: TestShop, step: CrashPoint): Promise<{ readonly died: Promise<unknown> }> => {
  await Promise.all(shop.app.children.map((child) => child.retire()))
  return { died: (await shop.app.start(step)).ended }
}

test('killed between charge and order, a resubmitted form gets the order after the restart, without moving the clock', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { died } = await armed(shop, 'purchase: processor answered')
  const filled = await buyer.fill()
  expect(await buyer.send(filled).catch(cut)).toBe('interrupted')
  await died
  await shop.app.start()
  expect(await buyer.send(filled)).toMatchObject({ status: 'ordered', order: { total: '49.99' } })
  expect(await shop.chargedCents()).toEqual([4999])
})

test('killed between a refund and its record, the refund is recorded after the restart, without moving the clock', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { order } = await buyer.checkout()
  const { died } = await armed(shop, 'refund: processor answered')
  const orderKey = { number: order?.number ?? '', email: buyer.email }
  expect(await buyer.client.call(withdraw, orderKey).catch(cut)).toBe('interrupted')
  await died
  await shop.app.start()
  const mails = await shop.mails(buyer.email)
  expect(mails.map(({ subject }) => subject)).toContain(`Refund for your order ${order?.number}`)
  expect(await shop.refundedCents()).toEqual([4999])
})
