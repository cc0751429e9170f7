import { expect } from 'vitest'
import { viewWalletEntry } from '#payment/endpoints.ts'
import { openTestShop, test, testInOneShop } from '../support/shop.ts'
import { walletBuyer } from '../support/wallet-buyer.ts'

const tested = testInOneShop()

test('with WALLETS=off no wallet is offered, and a page that was opened before cannot buy with a wallet', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  const filled = await walletBuyer(shop, visitor).fill({ plan: 'syn-rf' })
  const off = await openTestShop({ environment: { WALLETS: 'off' } })
  try {
    const there = off.visitor()
    expect(await there.client.call(viewWalletEntry, {})).toEqual({ entry: null })
    const wallet = walletBuyer(off, there)
    const refusal = {
      code: 'ACTION_NOT_ALLOWED',
      detail: 'We don’t take wallets right now. Please use the checkout; nothing was charged.',
    }
    await expect(wallet.offerTo('June', { plan: 'syn-rf' })).rejects.toMatchObject(refusal)
    const token = await off.pages.walletTokenFor('approve', 4999)
    await expect(wallet.send({ ...filled, token })).rejects.toMatchObject(refusal)
    expect(await off.chargedCents()).toEqual([])
    // The checkout goes on.
    await there.add('syn-rf')
    expect(await there.checkout()).toMatchObject({ status: 'ordered' })
  } finally {
    await off.close()
  }
})

tested('a coupon of the cart applies to one plan bought by wallet, once', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.enterCode('DS-01-25-OFF')
  const wallet = walletBuyer(shop, visitor)
  // 25 % of 49.99 is 12.4975, rounded 12.50; no tax in Oregon.
  const shown = await wallet.offerTo('June', { plan: 'syn-wk' })
  expect(shown).toMatchObject({ total: 3749, shown: { total: '37.49' } })
  expect(shown.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(3749)
  const confirmed = await wallet.confirmed(shown, { plan: 'syn-wk' })
  const before = (await shop.chargedCents()).length
  const [one, other] = await Promise.all([wallet.send(confirmed), wallet.send(confirmed)])
  expect(one).toMatchObject({ status: 'ordered', order: { total: '37.49' } })
  expect(other.checkout_id).toBe(one.checkout_id)
  expect((await shop.chargedCents()).slice(before)).toEqual([3749])
  expect((await visitor.cart()).items).toEqual({ 'syn-wk': 1 })
})
