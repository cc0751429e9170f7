import { sql } from 'kysely'
import { expect } from 'vitest'
import { openTestShop, test as shopTest, type TestShop } from '../support/shop.ts'
import { withCoupon } from '../support/coupons.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

const test = shopTest.extend<{ readonly shop: TestShop }>({
  shop: async ({ task }, use) => {
    const shop = await openTestShop({ prepare: withCoupon('TWICE20', { duration: 'renewals', renewals: 2 }) })
    await use(shop)
    await shop.close()
    if (task.result?.state === 'fail') console.error(shop.logged().join('\n'))
  },
})

test('a coupon for two renewals applies to two renewals, whatever changes in between', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.enterCode('TWICE20')
  expect((await visitor.preview()).terms[0]).toContain(
    'at $39.99 for 2 renewals and $49.99 after that, first on',
  )
  await visitor.checkout()
  const mara = await subscriptionClient(await shop.asMember(visitor))
  expect(await mara.view()).toMatchObject({ coupon_code: 'TWICE20', coupon_renewals: 2 })

  const { seen } = await mara.agree({ action: 'change-quantity', quantity: 2 })
  expect(seen.upcoming_order).toMatchObject({
    discounts: [
      { code: 'TWICE20', message: 'Your code TWICE20 applies to this order too.', amount: '20.00' },
    ],
    total: '79.98',
  })
  await shop.travelTo('2031-02-06')
  expect(await mara.view()).toMatchObject({ coupon_code: 'TWICE20', coupon_renewals: 1 })

  await mara.agree({ action: 'skip' })
  await mara.agree({ action: 'pause', until: '2031-02-20' })
  await mara.agree({ action: 'resume' })
  await mara.agree({ action: 'change-frequency', interval_months: 3 })
  expect(await mara.view()).toMatchObject({ coupon_renewals: 1, upcoming_order: { on: '2031-04-06' } })
  await shop.travelTo('2031-04-06')
  const after = await mara.view()
  expect(after).toMatchObject({ coupon_code: null, coupon_renewals: null })
  await shop.travelTo('2031-07-06')
  const endMails = (await shop.mails(mara.email)).filter(({ subject }) => /code ends/.test(subject))
  expect(endMails.map(({ subject, sent_at }) => [subject, sent_at.slice(0, 10)])).toEqual([
    ['Your code ends before your July 6, 2031 order', '2031-06-15'],
  ])
  expect(endMails[0]?.text).toContain('$269.94 total')
  // 20 % of 49.99 is 10.00 a unit; of 134.97 it is 26.99, and twice that off 269.94.
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 3999 },
    { on: '2031-02-06', cents: 7998 },
    { on: '2031-04-06', cents: 21_596 },
    { on: '2031-07-06', cents: 26_994 },
  ])
})

test('the full price after a coupon ends is charged only after its advance notice', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.enterCode('TWICE20')
  await visitor.checkout()
  const mara = await shop.asMember(visitor)
  await shop.travelTo('2031-03-06')
  // The mail server took the notice and lost it: as far as the shop knows, it never went out.
  const forget = () => sql`update subscription_notice set sent_at = null`.execute(shop.app.database.kysely)
  await shop.travelTo('2031-04-05')
  await forget()
  await shop.travelTo('2031-04-06')
  await shop.travelTo('2031-05-06')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 3999 },
    { on: '2031-02-06', cents: 3999 },
    { on: '2031-03-06', cents: 3999 },
    { on: '2031-04-06', cents: 3999 },
    { on: '2031-05-06', cents: 4999 },
  ])
})

test('an immediate order after a coupon ended costs what its preview showed', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.enterCode('TWICE20')
  await visitor.checkout()
  const mara = await subscriptionClient(await shop.asMember(visitor))
  await shop.travelTo('2031-03-06')
  const { seen } = await mara.agree({ action: 'order-now' })
  expect(seen.charged_now).toMatchObject({ total: '49.99' })
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([3999, 3999, 3999, 4999])
})
