import { expect } from 'vitest'
import { undoChange } from '#subscription/change/change-endpoints.ts'
import { schedulePriceIncrease } from '#subscription/notice/server/price-increases.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import type { TestShop } from '../support/shop.ts'
import { test } from '../support/shop.ts'

/** What this mailbox got about prices, in the order in which it was sent. */
const priceMails = async (shop: TestShop, email: string): Promise<readonly string[]> => {
  const mails = (await shop.mails(email)).filter(({ subject }) => /changes on/.test(subject))
  return mails.map(({ subject, text }) => {
    const [, sum] = /will cost (\$\d+\.\d\d) instead/.exec(text) ?? []
    return `${subject} ${sum ?? ''}`.trim()
  })
}

test('a purchase after an announced increase pays the price that the button shows', async ({ shop }) => {
  const before = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  expect((await runShopCommand(shop, 'price-increase', 'syn-rf', '59.99', '2031-02-01')).code).toBe(0)
  const after = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-03-11')
  expect(await after.charges()).toEqual([
    { on: '2031-01-10', cents: 4999 },
    { on: '2031-02-10', cents: 4999 },
    { on: '2031-03-10', cents: 4999 },
  ])
  expect(await priceMails(shop, after.email)).toEqual([])
  // Earlier subscribers are notified on the 10th and pay it from the first order after its day.
  expect((await before.charges()).map(({ cents }) => cents)).toEqual([4999, 5999, 5999])
  // A later increase reaches both.
  await runShopCommand(shop, 'price-increase', 'syn-rf', '61.99', '2031-04-01')
  await shop.travelTo('2031-04-11')
  expect((await after.charges()).at(-1)).toEqual({ on: '2031-04-10', cents: 6199 })
  expect((await before.charges()).at(-1)).toEqual({ on: '2031-04-06', cents: 6199 })
})

test('two price increases are notified in order, each once, and each is charged from the announced day', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  await runShopCommand(shop, 'price-increase', 'syn-rf', '59.99', '2031-03-01')
  await shop.travelTo('2031-04-07')
  expect(await priceMails(shop, mara.email)).toEqual([
    'The price of your subscription changes on February 6, 2031 $54.99',
    'The price of your subscription changes on March 6, 2031 $59.99',
  ])
  expect((await mara.charges()).map(({ on, cents }) => `${on} ${cents}`)).toEqual([
    '2031-01-06 4999',
    '2031-02-06 5499',
    '2031-03-06 5999',
    '2031-04-06 5999',
  ])
})

test('two price increases before one order make one notice, with the price that will be charged', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', 'syn-rf-3mo', '140.00', '2031-02-01')
  await runShopCommand(shop, 'price-increase', 'syn-rf-3mo', '145.00', '2031-03-01')
  await shop.travelTo('2031-04-07')
  expect(await priceMails(shop, mara.email)).toEqual([
    'The price of your subscription changes on April 6, 2031 $145.00',
  ])
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([13497, 14500])
})

test('a price increase at the moment of a purchase applies to the subscriptions that existed before it', async ({
  shop,
}) => {
  // The bank asks; meanwhile the increase is notified. The order and its mail come after it, at the price of the
  // button.
  const slow = shop.visitor()
  await slow.add('syn-rf')
  const pending = await slow.checkout({ card: 'challenge' })
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  await slow.untilDecided(pending.checkout_id)
  const paidAfter = await shop.asMember(slow)
  // The increase is being written while somebody buys, and is committed once that subscription was looked at.
  const written = Promise.withResolvers<void>()
  const bought = Promise.withResolvers<void>()
  const increase = shop.app.change(async (tx) => {
    await schedulePriceIncrease(tx, {
      planCode: 'syn-rf',
      priceCents: 5999,
      currency: 'USD',
      effectiveOn: '2031-03-01',
    })
    written.resolve()
    await bought.promise
  })
  await written.promise
  const meanwhile = await shop.member({ plan: 'monthly refill' })
  await shop.settled()
  bought.resolve()
  await increase
  await shop.travelTo('2031-03-07')
  expect((await paidAfter.charges()).map(({ cents }) => cents)).toEqual([4999, 4999, 5999])
  expect((await meanwhile.charges()).map(({ cents }) => cents)).toEqual([4999, 4999, 5999])
  expect(await priceMails(shop, paidAfter.email)).toEqual([
    'The price of your subscription changes on March 6, 2031 $59.99',
  ])
  expect(await priceMails(shop, meanwhile.email)).toEqual([
    'The price of your subscription changes on March 6, 2031 $59.99',
  ])
})

test('a swap starts a new agreement at the price it shows, and undoing the swap restores the old one', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const noor = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  await shop.settled()
  // There and back: the price of now was shown, and no increase is newer than that.
  await mara.agree({ action: 'swap', plan_code: 'vs-rf' })
  await mara.agree({ action: 'swap', plan_code: 'syn-rf' })
  expect((await mara.view()).upcoming_order).toMatchObject({ total: '49.99' })
  const { made } = await noor.agree({ action: 'swap', plan_code: 'vs-rf' })
  await noor.call(undoChange, { id: noor.id, change_id: made.change_id })
  expect((await noor.view()).upcoming_order).toMatchObject({ total: '54.99' })
  await shop.travelTo('2031-02-07')
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 4999])
  expect((await noor.charges()).map(({ cents }) => cents)).toEqual([4999, 5499])
})

test('an increase that is undone is charged to nobody, and the notified members get a mail', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  expect(await priceMails(shop, mara.email)).toHaveLength(1)
  expect((await runShopCommand(shop, 'price-increase', 'undo', 'syn-rf', '2031-02-01')).code).toBe(0)
  const last = (await shop.mails(mara.email)).at(-1)
  expect(last?.subject).toBe('The price of your subscription stays the same')
  expect(last?.text).toContain('would cost $54.99 starting with your February 6, 2031 order')
  expect(last?.text).toContain('It still costs $49.99')
  // The same increase again is a new one, with a new notice.
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  await shop.travelTo('2031-02-07')
  expect(await priceMails(shop, mara.email)).toHaveLength(2)
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 5499])
  // Its day has come: it was charged, and stays.
  const late = await runShopCommand(shop, 'price-increase', 'undo', 'syn-rf', '2031-02-01')
  expect(late.code).toBe(1)
  expect(late.lines).toEqual([
    'There is no future increase of syn-rf for February 1, 2031. An increase that is in force cannot be undone.',
  ])
})

test('the price-increase command lists increases, has a dry run, and refuses bad input with sentences', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  await shop.member({ plan: 'monthly refill', place: 'california' })
  const dry = await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01', '--dry-run')
  expect(dry.lines).toEqual([
    'syn-rf at $54.99 for orders from February 1, 2031 on: 2 live subscriptions today. Nothing was changed.',
    '  from $49.99: 2, first mail January 6, 2031, first orders from February 6, 2031 to February 6, 2031',
  ])
  expect((await runShopCommand(shop, 'price-increase')).lines).toEqual([
    'No price increase was ever scheduled.',
  ])
  const output = async (...args: string[]) => {
    const { code, lines } = await runShopCommand(shop, 'price-increase', ...args)
    return [code, ...lines]
  }
  expect(await output('syn-rf', '0.00', '2031-02-01')).toEqual([1, 'The new price must be more than 0.00.'])
  expect(await output('syn-rf', '54.99', '2031-01-06')).toEqual([
    1,
    'The date must be after today, January 6, 2031.',
  ])
  expect(await output('syn-rf', '54.99', '2031-02-30')).toEqual([
    1,
    '2031-02-30 is not a date such as 2031-03-01.',
  ])
  expect(await output('toString', '54.99', '2031-02-01')).toEqual([1, 'There is no plan toString.'])
  expect(await output('syn-rf', '54.9', '2031-02-01')).toEqual([1, '54.9 is not an amount such as 12.50.'])
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  const taken =
    'syn-rf is already scheduled to cost $54.99 from February 1, 2031 on. Give a later date and a higher price, or undo that increase first: price-increase undo syn-rf 2031-02-01.'
  expect(await output('syn-rf', '56.99', '2031-02-01')).toEqual([1, taken])
  expect(await output('syn-rf', '54.99', '2031-02-01')).toEqual([1, taken])
  expect(await output('syn-rf', '52.99', '2031-03-01')).toEqual([1, taken])
  await shop.settled()
  // In California the mail goes out thirty days before, so tomorrow.
  expect((await runShopCommand(shop, 'price-increase')).lines).toEqual([
    'syn-rf           $54.99 from February 1, 2031: scheduled, 1 of 1 mails sent, orders from February 6, 2031 to February 6, 2031',
  ])
  expect(await priceMails(shop, mara.email)).toHaveLength(1)
})

test('the notice of an increase names the total of the first order at the new price, and no other total', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  await shop.settled()
  const text = (await shop.mails(mara.email)).at(-1)?.text ?? ''
  expect(text).toContain('will cost $54.99 instead of $49.99, starting with your February 6, 2031 order')
  expect(text).toContain('First order at the new price: February 6, 2031')
  expect(text).toContain('Total: $54.99')
  // One that comes after the next order says nothing of that one either.
  await runShopCommand(shop, 'price-increase', 'syn-rf', '59.99', '2031-03-01')
  await shop.travelTo('2031-01-15')
  const second = (await shop.mails(mara.email)).at(-1)?.text ?? ''
  expect(second).toContain('First order at the new price: March 6, 2031')
  expect(second).toContain('Total: $59.99')
  expect(second).not.toContain('Total: $54.99')
})

test('when an order and its new price are notified at the same time, no mail names the old total', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', 'syn-rf-3mo', '145.00', '2031-01-20')
  await shop.settled()
  await mara.agree({ action: 'move', on: '2031-01-28' })
  await shop.travelTo('2031-01-29')
  const ofOrder = (await shop.mails(mara.email)).filter(({ subject }) => subject.includes('January 28, 2031'))
  expect(ofOrder.map(({ subject }) => subject)).toEqual([
    'The price of your subscription changes on January 28, 2031',
    'Your subscription renews on January 28, 2031',
    'Your next order: January 28, 2031',
  ])
  for (const { text } of ofOrder) expect(text).toContain('Total: $145.00')
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([13497, 14500])
})

test('when the first of two notified increases is undone, the mail names the remaining one', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  await runShopCommand(shop, 'price-increase', 'syn-rf', '59.99', '2031-03-01')
  await shop.travelTo('2031-01-15')
  expect(await priceMails(shop, mara.email)).toHaveLength(2)
  await runShopCommand(shop, 'price-increase', 'undo', 'syn-rf', '2031-02-01')
  await shop.settled()
  const { subject, text } = (await shop.mails(mara.email)).at(-1) ?? { subject: '', text: '' }
  expect(subject).toBe('The price of your subscription does not change on February 6, 2031')
  expect(text).not.toContain('stays the same')
  expect(text).toContain(
    'We canceled that increase. It still costs $49.99, and will cost $59.99 starting with your March 6, 2031 order.',
  )
  await shop.travelTo('2031-03-07')
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 4999, 5999])
})
