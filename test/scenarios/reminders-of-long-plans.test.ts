import { expect } from 'vitest'
import { setMailPreference } from '#account/privacy-endpoints.ts'
import { changeBilling } from '#payment/endpoints.ts'
import type { Address } from '#shared/address.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test, type TestShop } from '../support/shop.ts'

type Client = Awaited<ReturnType<typeof subscriptionClient>>

interface Reminder {
  readonly sentOn: string
  readonly orderOn: string
  readonly sum: string
}

const isoDay = (text: string): string => {
  const [, month = '', day = '', year = ''] = /^(\w+) (\d+), (\d+)$/.exec(text) ?? []
  const number = new Date(`${month} 1, 2031`).getMonth() + 1
  return Temporal.PlainDate.from({ year: Number(year), month: number, day: Number(day) }).toString()
}

const dayInShop = (instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO('America/New_York').toPlainDate().toString()

const remindersOf = async (shop: TestShop, { email }: Client): Promise<readonly Reminder[]> =>
  (await shop.mails(email)).flatMap(({ subject, sent_at, text }) => {
    const day = /^Your next order: (.+)$/.exec(subject)?.[1]
    const sum = /will be ordered on [^$]+ for \$(\d+\.\d\d)/.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? ''
    return day === undefined ? [] : [{ sentOn: dayInShop(sent_at), orderOn: isoDay(day), sum }]
  })

/** Each reminder as `sent → order`, and that those of orders that came named what was charged. */
const remindersIn = async (shop: TestShop, client: Client): Promise<readonly string[]> => {
  const reminders = await remindersOf(shop, client)
  const [, ...renewals] = await client.charges()
  for (const { orderOn, sum } of reminders) {
    const charged = renewals.find(({ on }) => on === orderOn)
    if (charged)
      expect(`${client.email} ${orderOn} ${sum}`).toBe(
        `${client.email} ${orderOn} ${(charged.cents / 100).toFixed(2)}`,
      )
  }
  return reminders.map(({ sentOn, orderOn }) => `${sentOn} → ${orderOn}`)
}

const chargedOn = async (client: Client): Promise<readonly string[]> =>
  (await client.charges()).slice(1).map(({ on }) => on)

const boston: Address = { ...places.manhattan, city: 'Boston', region: 'MA', zip: '02108' }
const london: Address = { ...places.berlin, city: 'London', region: '', zip: 'SW1A 1AA', country: 'GB' }

test('orders of three-month and six-month plans are reminded three days before, after any change, with the right total', async ({
  shop,
}) => {
  const joined = async (plan: '3-month refill' | '6-month refill', more: object = {}) =>
    subscriptionClient(await shop.member({ plan, ...more }))
  await shop.travelTo('2031-01-31')
  const three = await joined('3-month refill')
  const six = await joined('6-month refill', { place: 'california' })
  const skips = await joined('3-month refill')
  const moves = await joined('3-month refill')
  const pauses = await joined('3-month refill')
  const owes = await joined('3-month refill', { card: 'renewal-no-funds' })
  const orders = await joined('3-month refill', { place: 'berlin' })
  const spring = await joined('3-month refill')
  const autumn = await joined('6-month refill')
  const turns = await joined('3-month refill')
  const inBoston = await joined('3-month refill')
  const inLondon = await joined('3-month refill')
  await shop.travelTo('2031-02-10')
  await inBoston.agree({ action: 'change-address', address: boston })
  await inLondon.agree({ action: 'change-address', address: london })
  // Summer time begins on March 9 and ends on November 2.
  await spring.agree({ action: 'move', on: '2031-03-12' })
  await autumn.agree({ action: 'move', on: '2031-05-05' })
  await turns.call(setMailPreference, { topic: 'order-reminder', wanted: false })
  await shop.travelTo('2031-04-28')
  await skips.agree({ action: 'skip' })
  await moves.agree({ action: 'move', on: '2031-05-10' })
  await pauses.agree({ action: 'pause' })
  await orders.agree({ action: 'order-now' })
  await shop.travelTo('2031-05-02')
  await owes.call(changeBilling, {
    card: { token: await shop.pages.tokenFor('mastercard') },
    all_subscriptions: true,
  })
  await turns.call(setMailPreference, { topic: 'order-reminder', wanted: true })
  await shop.travelTo('2031-06-01')
  await pauses.agree({ action: 'resume' })
  await runShopCommand(shop, 'price-increase', 'syn-rf-3mo', '140.97', '2031-07-01')
  await shop.travelTo('2031-11-12')

  expect(await chargedOn(three)).toEqual(['2031-04-30', '2031-07-31', '2031-10-31'])
  const usual = ['2031-04-27 → 2031-04-30', '2031-07-28 → 2031-07-31', '2031-10-28 → 2031-10-31']
  expect(await remindersIn(shop, three)).toEqual(usual)
  expect(await remindersIn(shop, inBoston)).toEqual(usual)
  expect(await remindersIn(shop, inLondon)).toEqual(usual)
  expect(await chargedOn(six)).toEqual(['2031-07-31'])
  expect(await remindersIn(shop, six)).toEqual(['2031-07-28 → 2031-07-31'])
  expect(await chargedOn(skips)).toEqual(['2031-07-31', '2031-10-31'])
  expect(await remindersIn(shop, skips)).toEqual(usual)
  expect(await chargedOn(moves)).toEqual(['2031-05-10', '2031-08-10', '2031-11-10'])
  expect(await remindersIn(shop, moves)).toEqual([
    '2031-04-27 → 2031-04-30',
    '2031-05-07 → 2031-05-10',
    '2031-08-07 → 2031-08-10',
    '2031-11-07 → 2031-11-10',
  ])
  // Two days were left when it was paused: the mail that it renews says all that a reminder says.
  expect(await chargedOn(pauses)).toEqual(['2031-06-03', '2031-09-03'])
  expect(await remindersIn(shop, pauses)).toEqual(['2031-04-27 → 2031-04-30', '2031-08-31 → 2031-09-03'])
  expect((await shop.mails(pauses.email)).map(({ subject }) => subject)).toContain(
    'Your subscription renews on June 3, 2031',
  )
  // Nobody is reminded of the attempts of an order that is owed.
  expect(await chargedOn(owes)).toEqual(['2031-05-03', '2031-07-31', '2031-10-31'])
  expect(await remindersIn(shop, owes)).toEqual(usual)
  expect(await chargedOn(orders)).toEqual(['2031-04-28', '2031-07-28', '2031-10-28'])
  expect(await remindersIn(shop, orders)).toEqual([
    '2031-04-27 → 2031-04-30',
    '2031-07-25 → 2031-07-28',
    '2031-10-25 → 2031-10-28',
  ])
  expect(await remindersIn(shop, spring)).toEqual([
    '2031-03-09 → 2031-03-12',
    '2031-06-09 → 2031-06-12',
    '2031-09-09 → 2031-09-12',
  ])
  expect(await remindersIn(shop, autumn)).toEqual(['2031-05-02 → 2031-05-05', '2031-11-02 → 2031-11-05'])
  expect(await remindersIn(shop, turns)).toEqual(usual.slice(1))
})

test('reminders that are turned on again two days before an order are sent for that order', async ({
  shop,
}) => {
  const [one, two] = [
    await subscriptionClient(await shop.member({ plan: '3-month refill' })),
    await subscriptionClient(await shop.member({ plan: '3-month refill' })),
  ]
  await two.call(setMailPreference, { topic: 'order-reminder', wanted: false })
  await shop.travelTo('2031-04-03')
  await one.call(setMailPreference, { topic: 'order-reminder', wanted: false })
  await shop.travelTo('2031-04-04')
  for (const member of [one, two])
    await member.call(setMailPreference, { topic: 'order-reminder', wanted: true })
  expect(await remindersIn(shop, one)).toEqual(['2031-04-03 → 2031-04-06'])
  expect(await remindersIn(shop, two)).toEqual(['2031-04-04 → 2031-04-06'])
  // On and off and on: once.
  for (const wanted of [false, true, false, true])
    await two.call(setMailPreference, { topic: 'order-reminder', wanted })
  await shop.travelTo('2031-04-07')
  expect(await remindersIn(shop, two)).toEqual(['2031-04-04 → 2031-04-06'])
})
