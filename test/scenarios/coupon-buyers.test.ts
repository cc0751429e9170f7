import { sql } from 'kysely'
import { expect } from 'vitest'
import { everybody } from '#coupon/rules/buyers.ts'
import type { CouponBuyers } from '#coupon/rules/buyers.ts'
import { eraseRedeemer } from '#coupon/server/coupons.ts'
import { nameCouponPeople } from '#coupon/server/managed-coupons.ts'
import { inTransaction } from '#platform/transaction.ts'
import { mailboxOf } from '#shared/same-buyer.ts'
import { withCoupon } from '../support/coupons.ts'
import { asMember } from '../support/member.ts'
import { testInOneShop } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

const codes: Readonly<Record<string, Partial<CouponBuyers>>> = {
  FIRST: { firstPurchase: true },
  'FIRST-TOO': { firstPurchase: true },
  NEW: { neverBought: ['vs-wk'] },
  MEMBERS: { membersOnly: true },
  OWNERS: { bought: ['syn-rf'] },
  RENEWING: { subscribed: ['syn-rf'] },
  LISTED: { namedOnly: true },
  CANADA: { countries: ['CA'] },
}

const test = testInOneShop({
  prepare: async (tx) => {
    for (const [code, buyers] of Object.entries(codes))
      await withCoupon(code, { buyers: { ...everybody, ...buyers } })(tx)
  },
})

const refused = (reason: string) => ({ code: 'INVALID_COUPON', data: { refusals: [{ reason }] } })

const filled = async (shop: TestShop, code: string, plan = 'syn-wk-gift-2020') => {
  const visitor = shop.visitor()
  await visitor.add(plan)
  await visitor.enterCode(code)
  return visitor
}

const buy = async (shop: TestShop, code: string, email: string) =>
  (await filled(shop, code)).checkout({ email })

test('a first-purchase coupon counts once for every spelling of a mailbox, and a visitor learns nothing else about the mailbox', async ({
  shop,
}) => {
  // 20 % off 49.99.
  expect(await buy(shop, 'FIRST', 'Ada.Lovelace@gmail.com')).toMatchObject({ order: { total: '39.99' } })
  for (const email of ['ada.lovelace@gmail.com', 'adalovelace+shop@googlemail.com'])
    for (const code of ['FIRST', 'FIRST-TOO'])
      await expect(buy(shop, code, email)).rejects.toMatchObject(refused('not-for-email'))
  const other = shop.visitor()
  await other.add('syn-wk-gift-2020')
  await other.checkout()
  await expect(buy(shop, 'FIRST', other.email.replace('@', '+again@'))).rejects.toMatchObject(
    refused('not-for-email'),
  )
  // Who has signed in reads why.
  const member = await asMember(shop, other)
  await member.add('syn-rf')
  await expect(member.enterCode('FIRST')).rejects.toMatchObject(refused('first-purchase'))
})

test('only one of two concurrent purchases with first-purchase coupons gets the discount, also with two different codes', async ({
  shop,
}) => {
  for (const pair of [
    ['FIRST', 'FIRST'],
    ['FIRST', 'FIRST-TOO'],
  ]) {
    const email = `race${pair.join('')}@example.com`
    const visitors = await Promise.all(pair.map((code) => filled(shop, code, 'syn-wk-gift-2020')))
    await visitors[1]?.add('vs-wk')
    const filledForms = await Promise.all(
      visitors.map(async (visitor) => ({ visitor, form: await visitor.fill({ email }) })),
    )
    const results = await Promise.allSettled(filledForms.map(({ visitor, form }) => visitor.send(form)))
    const failed = results.filter(({ status }) => status === 'rejected')
    expect(failed).toMatchObject([{ reason: refused('not-for-email') }])
  }
})

test('a coupon can exclude buyers of a product, or be limited to members who bought or subscribe to a product', async ({
  shop,
}) => {
  const buyer = await filled(shop, 'NEW', 'vs-wk')
  await buyer.checkout()
  const again = await filled(shop, 'NEW', 'syn-wk-gift-2020')
  await expect(again.checkout({ email: buyer.email })).rejects.toMatchObject(refused('not-for-email'))
  const subscriber = shop.visitor()
  await subscriber.add('syn-rf')
  await subscriber.checkout()
  // A visitor gets one answer, whether the email has bought it or not: nothing is looked up.
  for (const code of ['MEMBERS', 'OWNERS', 'RENEWING'])
    await expect(filled(shop, code)).rejects.toMatchObject(refused('members-only'))
  const member = await asMember(shop, subscriber)
  await member.add('syn-wk')
  for (const code of ['MEMBERS', 'OWNERS', 'RENEWING']) {
    expect(await member.enterCode(code)).toMatchObject({ promo_code: code, discount: '10.00' })
  }
  const stranger = await asMember(shop, buyer)
  await stranger.add('syn-wk')
  await expect(stranger.enterCode('OWNERS')).rejects.toMatchObject(refused('not-bought'))
  await expect(stranger.enterCode('RENEWING')).rejects.toMatchObject(refused('not-subscribed'))
})

test('a coupon for listed people is checked at the purchase, and an erased person is on no list', async ({
  shop,
}) => {
  const { deps } = shop.app
  const emails = ['grace.hopper@gmail.com', 'alan@example.com']
  const name = (action: 'add' | 'remove', people = emails) =>
    nameCouponPeople(deps, { code: 'LISTED', action, emails: people }, () => undefined)
  expect(await name('add')).toBe(2)
  expect(await name('add', ['GraceHopper+x@gmail.com'])).toBe(0)
  await expect(buy(shop, 'LISTED', 'nobody@example.com')).rejects.toMatchObject(refused('not-for-email'))
  expect(await buy(shop, 'LISTED', 'gracehopper@gmail.com')).toMatchObject({ order: { total: '39.99' } })
  await inTransaction(deps, (tx) => eraseRedeemer(tx, 'alan@example.com', []))
  expect(await name('remove')).toBe(1)
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from coupon_person`.execute(
    shop.app.database.kysely,
  )
  expect(rows).toEqual([{ people: 0 }])
})

test('a coupon for one country applies to orders to that country only', async ({ shop }) => {
  await expect(filled(shop, 'CANADA')).rejects.toMatchObject(refused('other-country'))
})

test('the database normalizes a mailbox by the same rule as the code', async ({ shop }) => {
  const spelled = ['A.b+c@GoogleMail.com', ' ada@example.com ', 'ÀB.C@x.org', 'ﬁne+1@gmail.com', 'nobody', '']
  for (const email of spelled) {
    const { rows } = await sql<{ mailbox: string }>`select mailbox_of(${email}) as mailbox`.execute(
      shop.app.database.kysely,
    )
    expect(rows[0]?.mailbox).toBe(mailboxOf(email))
  }
})
