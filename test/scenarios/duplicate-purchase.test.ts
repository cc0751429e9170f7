import { expect } from 'vitest'
import { purchase } from '#checkout/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { count, outcomeOf } from '../support/outcomes.ts'
import { test, testInOneShop } from '../support/shop.ts'

const tested = testInOneShop()

tested(
  'a form resubmitted after success, by a browser without its cart, gets the first answer',
  async ({ shop }) => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    const filled = await buyer.fill()
    const first = await buyer.send(filled)
    expect(buyer.client.jar.get('loam_cart_id')).toBeFalsy()
    expect(await buyer.send(filled)).toEqual(first)
    // The same card by a new token, as a form makes it that is sent once more.
    expect(await buyer.send({ ...filled, card: { token: await shop.pages.tokenFor('approve') } })).toEqual(
      first,
    )
    // A cart that was begun since is neither bought nor forgotten.
    await buyer.add('syn-rf')
    expect(await buyer.send(filled)).toEqual(first)
    expect((await buyer.cart()).items).toEqual({ 'syn-rf': 1 })
    expect((await shop.chargedCents()).length).toBe(1)
  },
)

tested(
  'another form, another address or another browser without the form reveals nothing of the purchase',
  async ({ shop }) => {
    const buyer = shop.visitor()
    await buyer.add('vs-rf')
    const filled = await buyer.fill()
    await buyer.send(filled)
    const stranger = newApiClient(shop.url)
    for (const other of [
      { ...filled, request_id: 'guessed-request-id' },
      { ...filled, address: { ...filled.address, address: '2 Alder Way' } },
      { ...filled, email: 'somebody@example.com' },
    ]) {
      const pending = stranger.call(purchase, other)
      await expect(pending).rejects.toMatchObject({ code: 'CART_EMPTY' })
    }
  },
)

tested('a payment without a result counts: a second browser gets a warning', async ({ shop }) => {
  const [first, second] = [shop.visitor(), shop.visitor()]
  for (const visitor of [first, second]) await visitor.add('syn-wk-gift-2020')
  const before = (await shop.chargedCents()).length
  expect(await first.checkout({ card: 'time-out' })).toMatchObject({ status: 'pending' })
  await expect(second.checkout({ email: first.email })).rejects.toMatchObject({
    code: 'DUPLICATE_TRANSACTION_WARNING',
  })
  expect((await shop.chargedCents()).length).toBe(before + 1)
})

tested('a payment that waits for the bank also counts as a duplicate', async ({ shop }) => {
  const [first, second] = [shop.visitor(), shop.visitor()]
  for (const visitor of [first, second]) await visitor.add('syn-rf')
  expect(await first.checkout({ card: 'challenge' })).toMatchObject({ status: 'challenge' })
  await expect(second.checkout({ email: first.email })).rejects.toMatchObject({
    code: 'DUPLICATE_TRANSACTION_WARNING',
  })
})

tested('of ten browsers that buy with one e-mail at once, one is charged', async ({ shop }) => {
  const buyers = Array.from({ length: 10 }, () => shop.visitor())
  const email = buyers[0]?.email ?? ''
  for (const buyer of buyers) await buyer.add('syn-wk-gift-2020')
  const ready = await Promise.all(
    buyers.map(async (buyer) => ({ buyer, filled: await buyer.fill({ email }) })),
  )
  const before = (await shop.chargedCents()).length
  const ends = await Promise.all(ready.map(({ buyer, filled }) => outcomeOf(buyer.send(filled))))
  expect(count(ends)).toEqual({ ordered: 1, DUPLICATE_TRANSACTION_WARNING: 9 })
  expect((await shop.chargedCents()).length).toBe(before + 1)
})

tested(
  'a guest’s second subscription in the same browser gets the duplicate warning, and in another browser requires sign-in',
  async ({ shop }) => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
    await buyer.add('syn-rf')
    await expect(buyer.checkout()).rejects.toMatchObject({ code: 'DUPLICATE_TRANSACTION_WARNING' })
    const stranger = shop.visitor()
    await stranger.add('syn-rf')
    await expect(stranger.checkout({ email: buyer.email })).rejects.toMatchObject({
      code: 'SIGN_IN_REQUIRED',
    })
    // A cart id that a stranger makes up is not one that this browser bought.
    stranger.client.jar.set('loam_bought_cart', '7e57d004-2b97-4e7a-b45f-5387367791cd')
    await expect(stranger.checkout({ email: buyer.email })).rejects.toMatchObject({
      code: 'SIGN_IN_REQUIRED',
    })
  },
)

test('a guest who bought a subscription has to sign in for another purchase a day later in the same browser', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.checkout()
  await shop.travelDays(1)
  await buyer.add('syn-rf')
  await expect(buyer.checkout()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
})

tested('an item added during the bank confirmation stays in the cart of that browser', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const pending = await buyer.checkout({ card: 'challenge' })
  await buyer.add('vs-rf')
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  expect(await buyer.untilDecided(pending.checkout_id)).toMatchObject({
    status: 'ordered',
    order: { total: '49.99' },
  })
  expect((await buyer.cart()).items).toEqual({ 'vs-rf': 1 })
  expect((await buyer.add('vs-rf')).items).toEqual({ 'vs-rf': 2 })
  expect(await buyer.checkout({ email: shop.visitor().email })).toMatchObject({ status: 'ordered' })
  expect((await buyer.cart()).items).toEqual({})
})
