import { expect } from 'vitest'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { listAddresses } from '#account/settings-endpoints.ts'
import { grantCredit } from '#credit/server/credits.ts'
import { viewOrder } from '#order/endpoints.ts'
import { test, testInOneShop } from '../support/shop.ts'
import { walletBuyer, walletOf } from '../support/wallet-buyer.ts'

const tested = testInOneShop()

tested(
  'a wallet buys a plan alone, and the total follows the address and the shipping method',
  async ({ shop }) => {
    const visitor = shop.visitor()
    await visitor.add('vs-wk')
    const wallet = walletBuyer(shop, visitor)
    // A refill, 49.99. Oregon has no tax and shipping is free.
    expect(await wallet.offerTo('June', { plan: 'syn-rf' })).toMatchObject({
      total: 4999,
      shipping_id: 'free_shipping',
      terms: [expect.stringContaining('renews every month at $49.99')],
      renewals: [{ amount: 4999, months: 1 }],
    })
    // California: 7.25 % of 49.99 = 3.62, now and with each renewal.
    const california = await wallet.offerTo('Luis', { plan: 'syn-rf' })
    expect(california).toMatchObject({
      total: 4999 + 362,
      terms: [expect.stringContaining('renews every month at $53.61')],
    })
    expect(california.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(california.total)
    const faster = california.shipping.find(({ id }) => id !== california.shipping_id)
    const express = await wallet.offerTo('Luis', { plan: 'syn-rf', method: faster?.id ?? '' })
    expect(express.total).toBe(4999 + 362 + (faster?.amount ?? 0))

    const before = (await shop.chargedCents()).length
    const bought = await wallet.send(await wallet.confirmed(express, { plan: 'syn-rf', whose: 'Luis' }))
    expect(bought).toMatchObject({ status: 'ordered' })
    expect((await shop.chargedCents()).slice(before)).toEqual([express.total])
    // Beside it the cart stays as it was.
    expect((await visitor.cart()).items).toEqual({ 'vs-wk': 1 })
  },
)

tested('a wallet buys the whole cart, which is empty afterwards', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk-gift-2020', 2)
  const wallet = walletBuyer(shop, visitor)
  expect(await wallet.pay({})).toMatchObject({ status: 'ordered' })
  expect((await visitor.cart()).items).toEqual({})
})

tested(
  'a partial postal code is enough for a price, and the complete one is checked with the order',
  async ({ shop }) => {
    const visitor = shop.visitor()
    const wallet = walletBuyer(shop, visitor)
    const half = await wallet.offer({ country: 'CA', state: 'ON', postal_code: 'K1P' }, { plan: 'vs-rst' })
    const full = await wallet.offerTo('Kim', { plan: 'vs-rst' })
    expect(half).toEqual(full)
    expect(await wallet.offer({ country: 'GB', state: '', postal_code: 'SW1A' }, { plan: 'syn-rf' })).toEqual(
      await wallet.offerTo('Ada', { plan: 'syn-rf' }),
    )
    const lost = walletOf('Kim')
    const filled = await wallet.confirmed(half, { plan: 'vs-rst', whose: 'Kim' })
    await expect(
      wallet.send({ ...filled, contact: { ...lost, address: { ...lost.address, postal_code: 'K1P' } } }),
    ).rejects.toMatchObject({
      code: 'BILLING_VALIDATION_ERROR',
      fields: { 'address.zip': expect.any(String) },
    })
    expect(await wallet.send(filled)).toMatchObject({ status: 'ordered' })
  },
)

tested('a US territory is taxed and delivered as a region of the United States', async ({ shop }) => {
  const visitor = shop.visitor()
  const wallet = walletBuyer(shop, visitor)
  const { order } = await wallet.pay({ plan: 'vs-rst', whose: 'Ana' })
  expect(order).not.toBeNull()
})

tested('an address that nothing ships to gets no price', async ({ shop }) => {
  const visitor = shop.visitor()
  const wallet = walletBuyer(shop, visitor)
  await expect(wallet.offerTo('Tama', { plan: 'syn-rf' })).rejects.toMatchObject({
    code: 'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
  })
  const filled = await wallet.fill({ plan: 'syn-rf' })
  await expect(wallet.send({ ...filled, contact: walletOf('Tama') })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { 'shipping.method_code': expect.any(String) },
  })
})

tested('a changed address, total, line or sentence is refused', async ({ shop }) => {
  const visitor = shop.visitor()
  const wallet = walletBuyer(shop, visitor)
  const honest = await wallet.fill({ plan: 'syn-rf' })
  const before = (await shop.chargedCents()).length
  for (const lie of [
    // Priced for Oregon, sent to California: 53.61.
    { contact: walletOf('Luis') },
    { total: '0.01' },
    { lines: [{ plan_code: 'syn-rf', quantity: 2 }] },
    { terms: [] },
    { terms: honest.terms.map((term) => term.replace('49.99', '9.99')) },
  ])
    await expect(wallet.send({ ...honest, ...lie })).rejects.toMatchObject({ code: 'TOTAL_CHANGED' })
  expect((await shop.chargedCents()).length).toBe(before)
  expect(await wallet.send(honest)).toMatchObject({ status: 'ordered' })
})

tested('a token pays the total that the wallet showed, once', async ({ shop }) => {
  const visitor = shop.visitor()
  const wallet = walletBuyer(shop, visitor)
  const before = (await shop.chargedCents()).length
  const declined = { code: 'CARD_DECLINED' }
  const wish = { plan: 'vs-rst' }
  const filled = await wallet.fill(wish)
  const cheap = await shop.pages.walletTokenFor('approve', 1)
  await expect(wallet.send({ ...filled, token: cheap })).rejects.toMatchObject(declined)
  await expect(wallet.send({ ...filled, token: 'tok_made_up' })).rejects.toMatchObject(declined)
  expect(await wallet.send(filled)).toMatchObject({ status: 'ordered' })
  const thief = walletBuyer(shop, shop.visitor())
  const stolen = await thief.fill(wish)
  await expect(thief.send({ ...stolen, token: filled.token })).rejects.toMatchObject(declined)
  expect((await shop.chargedCents()).length).toBe(before + 1)
})

test('a wallet token for the same amount in another currency does not pay', async ({ shop }) => {
  const wallet = walletBuyer(shop, shop.visitor())
  const filled = await wallet.fill({ plan: 'vs-rst' })
  // 6499 yen are about 42 dollars.
  const token = await shop.pages.walletTokenFor('approve', 6499, 'JPY')
  await expect(wallet.send({ ...filled, token })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  expect(await shop.chargedCents()).toEqual([])
})

tested('the same wallet request, sent at once or later, makes one purchase', async ({ shop }) => {
  const visitor = shop.visitor()
  const wallet = walletBuyer(shop, visitor)
  const filled = await wallet.fill({ plan: 'vs-rst' })
  const before = (await shop.chargedCents()).length
  const [first, second] = await Promise.all([wallet.send(filled), wallet.send(filled)])
  expect(second).toEqual(first)
  const again = { ...filled, token: await shop.pages.walletTokenFor('approve', 1) }
  expect(await wallet.send(again)).toEqual(first)
  expect((await shop.chargedCents()).length).toBe(before + 1)
})

tested('the second of two tabs with one e-mail gets a warning', async ({ shop }) => {
  const visitor = shop.visitor()
  const wallet = walletBuyer(shop, visitor)
  const [one, two] = [await wallet.fill({ plan: 'vs-rst' }), await wallet.fill({ plan: 'vs-rst' })]
  const results = await Promise.allSettled([wallet.send(one), wallet.send(two)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'DUPLICATE_TRANSACTION_WARNING' },
  })
})

tested('after a declined card another one pays, also with bank confirmation', async ({ shop }) => {
  const visitor = shop.visitor()
  const wallet = walletBuyer(shop, visitor)
  await expect(wallet.pay({ plan: 'syn-rf', card: 'no-funds' })).rejects.toMatchObject({
    code: 'CARD_DECLINED',
  })
  const requested = await wallet.pay({ plan: 'syn-rf', card: 'challenge' })
  expect(requested).toMatchObject({ status: 'challenge' })
  await shop.pages.answerChallenge(requested.challenge_url ?? '', 'approve')
  expect(await visitor.untilDecided(requested.checkout_id)).toMatchObject({ status: 'ordered' })
})

tested(
  'a wallet cannot buy a gift, a product that is not sold alone, or the cart of another buyer',
  async ({ shop }) => {
    const owner = await shop.member({ plan: 'monthly refill' })
    const { cart_id: cartId } = await owner.add('vs-wk')
    const visitor = shop.visitor()
    const wallet = walletBuyer(shop, visitor)
    await expect(wallet.offerTo('June', {})).rejects.toMatchObject({ code: 'CART_EMPTY' })
    for (const [plan, code] of [
      ['syn-wk-gift-2020', 'ITEM_NOT_AVAILABLE'],
      ['pds-gwp', 'ITEM_NOT_AVAILABLE'],
      ['__proto__', 'PRODUCT_NOT_FOUND'],
    ] as const)
      await expect(wallet.offerTo('June', { plan }), plan).rejects.toMatchObject({ code })
    const filled = await wallet.fill({ plan: 'syn-rf' })
    visitor.client.jar.set('loam_cart_id', cartId ?? '')
    await expect(wallet.send({ ...filled, plan_code: undefined })).rejects.toMatchObject({
      code: 'CART_EMPTY',
    })
    expect((await owner.cart()).items).toEqual({ 'vs-wk': 1 })
  },
)

tested('a wallet subscription with the e-mail of an account needs sign-in', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const wallet = walletBuyer(shop, shop.visitor())
  await expect(wallet.pay({ plan: 'vs-rf', email: mara.email })).rejects.toMatchObject({
    code: 'SIGN_IN_REQUIRED',
  })
})

test('a wallet purchase leaves the member’s saved addresses unchanged and ships to the wallet’s address', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const before = await mara.client.call(listAddresses, {})
  await shop.travelDays(1)
  const wallet = walletBuyer(shop, mara)
  const { order } = await wallet.pay({ plan: 'vs-rf', whose: 'Luis', email: 'somebody-else@example.com' })
  expect(await mara.client.call(listAddresses, {})).toEqual(before)
  const placed = await mara.client.call(viewOrder, { number: order?.number ?? '' })
  expect(JSON.stringify(placed)).toContain('850 Bryant Street')
  const [first, second] = (await mara.subscriptions()).map((subscription) => JSON.stringify(subscription))
  expect([first, second].filter((text) => text?.includes('850 Bryant Street'))).toHaveLength(1)
})

test('credit pays first, and the wallet shows and pays the rest', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const account = await findAccountByEmail(shop.app.database.kysely, mara.email)
  const gift = {
    accountId: account?.id ?? '',
    cents: 1_000,
    currency: 'USD' as const,
    source: 'test',
    reason: 'operator' as const,
  }
  await shop.app.change(async (tx) => void (await grantCredit(tx, gift)))
  await shop.travelDays(1)
  const wallet = walletBuyer(shop, mara)
  // 64.99 less 10.00 of credit.
  const shown = await wallet.offerTo('June', { plan: 'vs-rst' })
  expect(shown).toMatchObject({ total: 5499, shown: { total: '64.99', credit: '10.00' } })
  await wallet.send(await wallet.confirmed(shown, { plan: 'vs-rst' }))
  expect((await shop.chargedCents()).at(-1)).toBe(5499)
})
