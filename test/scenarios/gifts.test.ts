import { expect } from 'vitest'
import {
  changeGift,
  claimGift,
  listReceivedGifts,
  resendGift,
  viewGift,
  viewLinkedGift,
} from '#gift/endpoints.ts'
import type { Address } from '#shared/address.ts'
import { findGuestOrder } from '#order/endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { linksTo } from '../support/gift-links.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { places } from '../support/places.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop()
const gift = 'syn-wk-gift-2020'

const subjectsTo = async (shop: TestShop, email: string): Promise<string[]> =>
  (await shop.mails(email)).map(({ subject }) => subject)

/** Somebody buys a gift for somebody else; alone in the cart, and at once unless it is said otherwise. */
const given = async (shop: TestShop, recipient: string, startsOn?: string) => {
  const giver = shop.visitor()
  await giver.add(gift)
  await giver.enterGiftDetails({ recipient_email: recipient, ...(startsOn ? { starts_on: startsOn } : {}) })
  const { order } = await giver.checkout()
  const named = { number: order?.number ?? '', email: giver.email }
  return { giver, named, call: giver.client }
}

const noor = { ...places.toronto, firstName: 'Noor', lastName: 'Haddad' }

test('a gift beside a kit makes two orders with one charge, and the gift waits for its start day and its claim', async ({
  shop,
}) => {
  const giver = shop.visitor()
  await giver.add('vs-wk')
  await giver.add(gift)
  await giver.enterGiftDetails({
    recipient_email: 'ida@example.com',
    starts_on: '2031-01-20',
    message: 'From us all.',
  })
  expect(await giver.preview('california')).toMatchObject({ gift: { starts_on: '2031-01-20' } })
  // 39.99 + 49.99 = 89.98, and 7.25 % of it, 6.52: 2.90 for the kit and 3.62 for the gift.
  const { order, gift_order: number } = await giver.checkout({ place: 'california' })
  expect(order?.total).toBe('96.50')
  const member = await shop.asMember(giver)
  expect((await member.orders()).map(({ kind, total, state }) => [kind, total, state]).toSorted()).toEqual([
    ['gift', '53.61', 'placed'],
    ['purchase', '42.89', 'placed'],
  ])
  expect(await shop.chargedCents()).toEqual([9650])
  await expectConsistent(shop)

  await shop.travelTo('2031-01-19')
  expect(await linksTo(shop, 'ida@example.com')).toEqual([])
  const named = { number: number ?? '' }
  expect(await member.client.call(viewGift, named)).toMatchObject({ state: 'future', ship_on: null })
  await shop.travelTo('2031-01-20')
  const [token = ''] = await linksTo(shop, 'ida@example.com')
  expect(await member.client.call(viewGift, named)).toMatchObject({ state: 'sent' })
  const recipient = shop.visitor()
  expect(await recipient.client.call(viewLinkedGift, { token })).toMatchObject({
    state: 'sent',
    giver_name: 'Mara Ito',
    message: 'From us all.',
  })
  await recipient.client.call(claimGift, { token, address: noor })
  // Made to order: two weeks.
  await shop.travelTo('2031-02-03')
  expect(await member.client.call(viewGift, named)).toMatchObject({ state: 'shipped', ship_on: '2031-02-03' })
  expect(await subjectsTo(shop, 'ida@example.com')).toEqual([
    'Mara Ito has a gift for you',
    'Set your Loam password',
    'Your gift from Mara Ito has shipped',
  ])
  const mailTexts = (await shop.mails(giver.email)).map(({ text }) => text).join('\n')
  expect(mailTexts).not.toContain(noor.city)
  // Half a year later only the kit has renewed.
  await shop.travelTo('2031-02-10')
  // 39.99 and 7.25 % of it, 2.90.
  expect(await shop.chargedCents()).toEqual([9650, 4289])
  await expectConsistent(shop)
})

test('a gift claimed in four windows at once makes one shipment and one account, and charges nothing', async ({
  shop,
}) => {
  const before = await shop.chargedCents()
  const { named, call } = await given(shop, 'kai@example.com')
  const [token = ''] = await linksTo(shop, 'kai@example.com')
  const windows = Array.from({ length: 4 }, () => shop.visitor())
  const answers = await Promise.all(
    windows.map(({ client }) => client.call(claimGift, { token, address: noor })),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await expect(call.call(withdraw, named)).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'claimed' },
  })
  const kai = await shop.asMember({ ...shop.visitor(), email: 'kai@example.com' })
  expect(await kai.subscriptions()).toEqual([])
  const { gifts } = await kai.client.call(listReceivedGifts, {})
  expect(gifts).toMatchObject([{ state: 'claimed', giver_name: 'Mara Ito' }])
  const welcome = (await shop.mails('kai@example.com')).find(({ subject }) => /password/.test(subject))
  expect(welcome?.text).toContain('to receive your gift')
  expect(welcome?.text).not.toMatch(/subscription|your order/)
  expect(await shop.chargedCents()).toEqual([...before, 4999])
  await expectConsistent(shop)
})

test('a second claim with a different address says so and keeps the first address', async ({ shop }) => {
  await given(shop, 'moved@example.com')
  const [token = ''] = await linksTo(shop, 'moved@example.com')
  const claim = (address: Address = noor) => shop.visitor().client.call(claimGift, { token, address })
  const elsewhere = { ...noor, address: '2 Birch Way' }
  const claims = await Promise.allSettled([claim(), claim(elsewhere)])
  const refused = { code: 'ACTION_NOT_ALLOWED', data: { reason: 'claimed' } }
  expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(claims.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused })
  const [first, second] = claims[0].status === 'fulfilled' ? [noor, elsewhere] : [elsewhere, noor]
  await expect(claim(second)).rejects.toMatchObject(refused)
  // The same again, as it is typed by somebody who does not know that it arrived.
  expect(await claim({ ...first, region: 'Ontario' })).toMatchObject({ state: 'claimed' })
  const page = await fetch(`${shop.url}/gift/claim/${token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: shop.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(second).toString(),
  })
  expect(page.status).toBe(409)
  expect(await page.text()).toContain('This gift already has another address')
})

test('a gift that is claimed and withdrawn at once is exactly one of both', async ({ shop }) => {
  for (let round = 0; round < 2; round += 1) {
    const recipient = `round-${round}@example.com`
    const { named, call } = await given(shop, recipient)
    const [token = ''] = await linksTo(shop, recipient)
    const [claimed, canceled] = await Promise.allSettled([
      shop.visitor().client.call(claimGift, { token, address: noor }),
      call.call(withdraw, named),
    ])
    expect([claimed.status, canceled.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const { state, refunded } = await call.call(findGuestOrder, named)
    await shop.settled()
    if (canceled.status === 'rejected') expect(canceled.reason).toMatchObject({ data: { reason: 'claimed' } })
    expect(`${state} ${refunded}`).toBe(canceled.status === 'fulfilled' ? 'canceled 49.99' : 'placed 0.00')
  }
  await expectConsistent(shop)
})

test('the giver corrects a gift, has its mail sent again, and gets a mail when nobody claims the gift', async ({
  shop,
}) => {
  const today = Temporal.PlainDate.from(await shop.today())
  const start = today.add({ days: 5 })
  const { named, call, giver } = await given(shop, 'wrong@example.com', start.toString())
  const ahead = { ...named, starts_on: today.add({ days: 181 }).toString() }
  await expect(call.call(changeGift, ahead)).rejects.toMatchObject({ fields: { starts_on: /180 days/ } })
  const other = { ...named, starts_on: start.add({ days: 1 }).toString() }
  expect(await call.call(changeGift, other)).toMatchObject({ starts_on: other.starts_on, state: 'future' })
  await expect(call.call(resendGift, named)).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  await shop.travelTo(other.starts_on)
  const [wrong = ''] = await linksTo(shop, 'wrong@example.com')
  const right = { ...named, recipient_email: 'right@example.com' }
  for (let times = 0; times < 2; times += 1)
    expect(await call.call(changeGift, right)).toMatchObject({ state: 'sent', can: { change_day: false } })
  // Mailed a moment ago.
  await call.call(resendGift, named)
  expect(await linksTo(shop, 'right@example.com')).toHaveLength(1)
  await expect(call.call(viewLinkedGift, { token: wrong })).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  await shop.travelTo(start.add({ days: 60 }).toString())
  expect(await subjectsTo(shop, 'right@example.com')).toEqual([
    'Mara Ito has a gift for you',
    "Mara Ito's gift is waiting for you",
    "Mara Ito's gift is waiting for you",
  ])
  expect((await subjectsTo(shop, giver.email)).at(-1)).toBe('Noor Haddad has not claimed your gift')
  expect(await call.call(withdraw, named)).toMatchObject({ kind: 'cancel', refund: '49.99' })
  expect(await call.call(viewGift, named)).toMatchObject({ state: 'canceled' })
  await expectConsistent(shop)
})

test('a claim from where a gift cannot ship is refused, and the giver gets one mail', async ({ shop }) => {
  const { named, call, giver } = await given(shop, 'far@example.com')
  const [token = ''] = await linksTo(shop, 'far@example.com')
  const recipient = shop.visitor().client
  for (let times = 0; times < 2; times += 1)
    await expect(recipient.call(claimGift, { token, address: places.wellington })).rejects.toMatchObject({
      code: 'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
    })
  await expect(recipient.call(claimGift, { token, address: { ...noor, zip: 'here' } })).rejects.toMatchObject(
    { code: 'BILLING_VALIDATION_ERROR', fields: { 'address.zip': /zip code/ } },
  )
  const subjects = await subjectsTo(shop, giver.email)
  expect(subjects.filter((subject) => subject === 'Your gift cannot be sent to New Zealand')).toHaveLength(1)
  expect(await call.call(viewGift, named)).toMatchObject({ state: 'sent', refused_country: 'NZ' })
  expect(await call.call(withdraw, named)).toMatchObject({ refund: '49.99' })
  await expect(recipient.call(viewLinkedGift, { token })).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  await expectConsistent(shop)
})

test('a gift without a recipient, or for a past day, is refused', async ({ shop }) => {
  const giver = shop.visitor()
  await giver.add('vs-rst')
  await expect(giver.enterGiftDetails()).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  await giver.add(gift)
  const { gift_days: days } = await giver.cart()
  const last = Temporal.PlainDate.from(days.until)
  for (const [but, field] of [
    [{ recipient_name: ' ' }, 'recipient_name'],
    [{ recipient_email: 'noor' }, 'recipient_email'],
    [{ message: 'a'.repeat(401) }, 'message'],
    [{ starts_on: last.add({ days: 1 }).toString() }, 'starts_on'],
    [{ starts_on: '2020-01-01' }, 'starts_on'],
  ] as const)
    await expect(giver.enterGiftDetails(but)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { [field]: expect.any(String) },
    })
  const filled = await giver.fill()
  await shop.travelDays(1)
  await expect(giver.send(filled)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { 'gift.starts_on': expect.any(String) },
  })
  await giver.remove(gift, true)
  expect((await giver.cart()).gift).toBeNull()
})

test('a fully refunded gift is not claimed, mailed or shipped, whatever made the refund', async ({
  shop,
}) => {
  const { named, call, giver } = await given(shop, 'rae@example.com')
  const [token = ''] = await linksTo(shop, 'rae@example.com')
  await runShopCommand(shop, 'refund', named.number, '10.00')
  const recipient = shop.visitor().client
  expect(await recipient.call(viewLinkedGift, { token })).toMatchObject({ state: 'sent' })
  expect((await shop.mails(giver.email)).at(-1)?.text).toContain('can still be claimed')
  await runShopCommand(shop, 'refund', named.number)
  expect((await shop.mails(giver.email)).at(-1)?.text).toContain('The gift is canceled too.')
  await expect(recipient.call(viewLinkedGift, { token })).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  await expect(recipient.call(claimGift, { token, address: noor })).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
  await expect(call.call(resendGift, named)).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  expect(await call.call(viewGift, named)).toMatchObject({ state: 'canceled', refunded: '49.99' })
  await shop.travelDays(31)
  expect(await subjectsTo(shop, 'rae@example.com')).toEqual(['Mara Ito has a gift for you'])
  expect(await subjectsTo(shop, giver.email)).not.toContain('Nobody has claimed your gift yet')
})

test('when a gift is claimed and fully refunded at once, the recipient who claimed the gift learns that it will not ship', async ({
  shop,
}) => {
  for (const recipient of ['first@example.com', 'one@example.com', 'two@example.com']) {
    const { named, call } = await given(shop, recipient)
    const [token = ''] = await linksTo(shop, recipient)
    const claim = () => shop.visitor().client.call(claimGift, { token, address: noor })
    if (recipient.startsWith('first')) await claim()
    await Promise.allSettled([claim(), runShopCommand(shop, 'refund', named.number)])
    const gift = await call.call(viewGift, named)
    expect(gift.refunded).toBe('49.99')
    if (gift.claimed_at === null) expect(gift).toMatchObject({ state: 'canceled', ship_on: null })
    const ended = (await shop.mails(recipient)).filter(({ subject }) => subject.endsWith('was canceled'))
    const speakOfMoney = ended.map(({ text }) => /\$|refund/i.test(text))
    expect(speakOfMoney).toEqual(gift.claimed_at === null ? [] : [false])
  }
})

test('the mail of a gift states until when the gift can be canceled, and the shop keeps that deadline', async ({
  shop,
}) => {
  const { named, call, giver } = await given(shop, 'ben@example.com')
  const confirmation = (await shop.mails(giver.email)).find(({ subject }) => /Your order/.test(subject))
  expect(confirmation?.text).toContain('Until it is claimed you can')
  expect(confirmation?.text).not.toMatch(/until it (?:ships|is packed)/i)
  const [token = ''] = await linksTo(shop, 'ben@example.com')
  await shop.visitor().client.call(claimGift, { token, address: noor })
  await expect(call.call(withdraw, named)).rejects.toMatchObject({ data: { reason: 'claimed' } })
})
