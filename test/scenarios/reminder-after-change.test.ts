import { expect } from 'vitest'
import { changeAddress, listAddresses } from '#account/settings-endpoints.ts'
import { setMailPreference } from '#account/privacy-endpoints.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test, type TestShop } from '../support/shop.ts'

type Client = Awaited<ReturnType<typeof subscriptionClient>>

/** The mails about an order ahead: when they went out, the order's day, and its total. */
const announcedOrders = async (shop: TestShop, { email }: Client): Promise<readonly string[]> =>
  (await shop.mails(email)).flatMap(({ subject, sent_at: at, text }) => {
    const [, kind, day = ''] = /^(Your next order:|Your subscription renews on) (.+)$/.exec(subject) ?? []
    if (kind === undefined) return []
    const [total] = /\$\d+\.\d\d/.exec(text) ?? []
    return [`${at.slice(5, 10)} ${kind.startsWith('Your next') ? 'reminder' : 'renewal'} ${day} ${total}`]
  })

const renewals = async (client: Client): Promise<readonly string[]> =>
  (await client.charges()).slice(1).map(({ on, cents }) => `${on} ${cents}`)

test('the last mail before an order names the day and total that are charged, whatever changed after the reminder', async ({
  shop,
}) => {
  const joined = async (plan: '3-month refill' | '6-month refill' = '3-month refill') =>
    subscriptionClient(await shop.member({ plan }))
  const [back, doubles, monthly, edits, undoes, silent, skips] = [
    await joined(),
    await joined(),
    await joined(),
    await joined(),
    await joined(),
    await joined(),
    await joined(),
  ]
  await silent.call(setMailPreference, { topic: 'order-reminder', wanted: false })
  await shop.travelTo('2031-04-04')
  await back.agree({ action: 'move', on: '2031-04-07' })
  for (const member of [doubles, undoes, silent])
    await member.agree({ action: 'change-quantity', quantity: 2 })
  await monthly.agree({ action: 'change-frequency', interval_months: 1 })
  await skips.agree({ action: 'skip' })
  await skips.agree({ action: 'unskip' })
  const { id = '' } = (await edits.call(listAddresses, {})).addresses[0] ?? {}
  // California takes 7.25 % tax: 9.79 of 134.97.
  await edits.call(changeAddress, { id, ...places.california })
  await shop.travelTo('2031-04-05')
  await back.agree({ action: 'move', on: '2031-04-06' })
  await undoes.agree({ action: 'change-quantity', quantity: 1 })
  await shop.travelTo('2031-04-07')

  const before = ['03-16 renewal April 6, 2031 $134.97', '04-03 reminder April 6, 2031 $134.97']
  expect(await announcedOrders(shop, back)).toEqual([
    ...before,
    '04-04 renewal April 7, 2031 $134.97',
    '04-05 reminder April 6, 2031 $134.97',
  ])
  expect(await renewals(back)).toEqual(['2031-04-06 13497'])
  expect(await announcedOrders(shop, doubles)).toEqual([...before, '04-04 reminder April 6, 2031 $269.94'])
  expect(await renewals(doubles)).toEqual(['2031-04-06 26994'])
  expect(await announcedOrders(shop, monthly)).toEqual([...before, '04-04 reminder April 6, 2031 $49.99'])
  expect(await renewals(monthly)).toEqual(['2031-04-06 4999'])
  expect(await announcedOrders(shop, edits)).toEqual([...before, '04-04 reminder April 6, 2031 $144.76'])
  expect(await renewals(edits)).toEqual(['2031-04-06 14476'])
  expect(await announcedOrders(shop, undoes)).toEqual([
    ...before,
    '04-04 reminder April 6, 2031 $269.94',
    '04-05 reminder April 6, 2031 $134.97',
  ])
  expect(await announcedOrders(shop, silent)).toEqual(before.slice(0, 1))
  expect(await announcedOrders(shop, skips)).toEqual(before)
})

test('changes of one day are in one mail, and those of the last day are mailed at once', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: '6-month refill' }))
  const quiet = await subscriptionClient(await shop.member({ plan: '6-month refill' }))
  await shop.travelTo('2031-07-03')
  await mara.agree({ action: 'change-quantity', quantity: 2 })
  await mara.agree({ action: 'change-frequency', interval_months: 3 })
  for (const quantity of [2, 1]) await quiet.agree({ action: 'change-quantity', quantity })
  await shop.travelTo('2031-07-05')
  await mara.agree({ action: 'change-quantity', quantity: 1 })
  await shop.settled()
  // A restart asks nobody again.
  await shop.closeFor(0)
  await shop.travelTo('2031-07-07')
  const six = '$254.94'
  expect((await announcedOrders(shop, quiet)).slice(1)).toEqual([`07-03 reminder July 6, 2031 ${six}`])
  expect((await announcedOrders(shop, mara)).slice(1)).toEqual([
    `07-03 reminder July 6, 2031 ${six}`,
    '07-04 reminder July 6, 2031 $269.94',
    '07-05 reminder July 6, 2031 $134.97',
  ])
  expect(await renewals(mara)).toEqual(['2031-07-06 13497'])
})

test('an increase that is undone after the reminder is followed by the total that is charged', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  await runShopCommand(shop, 'price-increase', 'syn-rf-3mo', '140.97', '2031-04-05')
  await shop.travelTo('2031-04-04')
  await runShopCommand(shop, 'price-increase', 'undo', 'syn-rf-3mo', '2031-04-05')
  await shop.travelTo('2031-04-07')
  expect(await renewals(mara)).toEqual(['2031-04-06 13497'])
  expect((await announcedOrders(shop, mara)).at(-1)).toBe('04-04 reminder April 6, 2031 $134.97')
})

test('reminders that are turned on again after two changes are mailed once, with the total that is charged', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  await mara.call(setMailPreference, { topic: 'order-reminder', wanted: false })
  const { id = '' } = (await mara.call(listAddresses, {})).addresses[0] ?? {}
  await shop.travelTo('2031-04-04')
  // An address of the address book changes nothing of the subscription itself. 7.25 and 4 % of 134.97.
  await mara.call(changeAddress, { id, ...places.california })
  await shop.travelTo('2031-04-05')
  await mara.call(changeAddress, { id, ...places.manhattan })
  await shop.settled()
  await mara.call(setMailPreference, { topic: 'order-reminder', wanted: true })
  await shop.travelTo('2031-04-07')
  expect((await announcedOrders(shop, mara)).slice(1)).toEqual(['04-05 reminder April 6, 2031 $140.37'])
  expect(await renewals(mara)).toEqual(['2031-04-06 14037'])
})
