import { expect } from 'vitest'
import { login } from '#account/endpoints.ts'
import { password } from '../support/member.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

test('a cart whose payment is in progress is merged at sign-in only after the payment is decided, and nothing is bought twice', async ({
  shop,
}) => {
  const member = await shop.member({ plan: 'monthly refill' })
  const phone = shop.visitor()
  await phone.client.call(login, { email: member.email, password })
  await phone.add('vs-rst')
  // The same person on another device, not signed in yet, at the bank's question.
  const laptop = shop.visitor()
  await laptop.add('syn-wk-gift-2020')
  const pending = await laptop.checkout({ card: 'challenge' })
  expect(pending.status).toBe('challenge')
  await laptop.client.call(login, { email: member.email, password })
  expect((await laptop.cart()).items).toEqual({ 'syn-wk-gift-2020': 1 })
  expect((await phone.cart()).items).toEqual({ 'vs-rst': 1 })
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  expect(await laptop.untilDecided(pending.checkout_id)).toMatchObject({ status: 'ordered' })
  for (const device of [laptop, phone]) expect((await device.cart()).items).toEqual({ 'vs-rst': 1 })
  // 49.99 for the refill and the gift each.
  expect(await shop.chargedCents()).toEqual([4999, 4999])
})

test('a cart whose payment was declined is merged the next time the cart is read', async ({ shop }) => {
  const member = await shop.member({ plan: 'monthly refill' })
  await member.add('vs-rst')
  const laptop = shop.visitor()
  await laptop.add('syn-wk-gift-2020')
  const pending = await laptop.checkout({ card: 'challenge' })
  await laptop.client.call(login, { email: member.email, password })
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'refuse')
  await laptop.untilDecided(pending.checkout_id)
  expect((await laptop.cart()).items).toEqual({ 'vs-rst': 1, 'syn-wk-gift-2020': 1 })
  expect((await member.cart()).items).toEqual({ 'vs-rst': 1, 'syn-wk-gift-2020': 1 })
})

test('after an order no older cart reappears on any device', async ({ shop }) => {
  const member = await shop.member({ plan: 'monthly refill' })
  await member.add('vs-rst')
  const laptop = shop.visitor()
  await laptop.add('syn-wk-gift-2020')
  await laptop.client.call(login, { email: member.email, password })
  // 64.99 + 49.99 = 114.98; nobody looked at the cart between signing in and paying.
  expect(await laptop.preview()).toMatchObject({ subtotal: '114.98' })
  expect(await laptop.checkout()).toMatchObject({ status: 'ordered' })
  for (const device of [laptop, member]) expect((await device.cart()).items).toEqual({})
})
