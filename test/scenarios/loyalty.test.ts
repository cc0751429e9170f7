import { expect } from 'vitest'
import { login } from '#account/endpoints.ts'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { listOrders } from '#order/endpoints.ts'
import { requestReturn } from '#return/endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { openReferral, takeReferral, viewCredit, viewLoyalty } from '#loyalty/endpoints.ts'
import type { ApiClient } from '../support/api-client.ts'
import { password, type Member } from '../support/member.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, type TestShop } from '../support/shop.ts'
import type { Checkout } from '../support/visitor.ts'

const inProgramme = ({ client }: Member, variant = 'include') =>
  client.call(setUserExperiment, { id: 'loyalty_new_user', variant })

const circle = async (member: Member) => {
  await member.signIn()
  const { points, referrals } = await member.client.call(viewLoyalty, {})
  return { points, referrals: referrals.map(({ state }) => state) }
}

/** Somebody else, with a card and an address of their own by default. */
const friendOf = async (
  shop: TestShop,
  code: string,
  bought: Checkout = { card: 'mastercard', place: 'california' },
): Promise<Member> => {
  const visitor = shop.visitor()
  await visitor.client.call(takeReferral, { code })
  await visitor.add('vs-rst')
  await visitor.checkout(bought)
  const friend = await shop.asMember(visitor)
  await inProgramme(friend)
  return friend
}

const read = (client: ApiClient, path: string) => client.send({ method: 'GET', path })

test('both sides of a referral earn once, 30 days after the friend’s first shipment, and self-referrals and circles earn nothing', async ({
  shop,
}) => {
  const rex = await shop.member({ plan: 'monthly refill' })
  await inProgramme(rex)
  const { code } = await rex.client.call(openReferral, { traffic_source: 'nav_earn' })
  expect(await rex.client.call(openReferral, {})).toMatchObject({ code })
  const fay = await friendOf(shop, code)
  expect(await circle(rex)).toEqual({ points: 0, referrals: ['waiting'] })
  // In a circle: the referred friend refers the referrer.
  const back = await fay.client.call(openReferral, {})
  await rex.client.call(takeReferral, { code: back.code })
  await rex.client.call(login, { email: rex.email, password })
  expect(await circle(fay)).toEqual({ points: 0, referrals: ['refused'] })
  const day = Temporal.PlainDate.from(await shop.today())
  await shop.travelTo(day.add({ days: 20 }).toString())
  expect(await circle(rex)).toEqual({ points: 0, referrals: ['waiting'] })
  await shop.travelTo(day.add({ days: 40 }).toString())
  await shop.travelTo(day.add({ days: 44 }).toString())
  expect(await circle(rex)).toEqual({ points: 500, referrals: ['earned'] })
  expect(await circle(fay)).toMatchObject({ points: 250 })
  // Money for both sides, once however often it is looked at.
  await shop.travelDays(8)
  for (const [member, why] of [
    [rex, 'A friend ordered with your link'],
    [fay, 'You were referred by a friend'],
  ] as const) {
    await member.signIn()
    const given = { description: why, amount: '10.00', balance: '10.00' }
    const { entries } = await member.client.call(viewCredit, {})
    expect(entries.filter(({ kind }) => kind !== 'used')).toMatchObject([given])
  }
  expect((await read(fay.client, '/account/inner-circle')).text).toContain('Not counted because')
})

test('a referral whose order is disputed, withdrawn or returned earns nothing', async ({ shop }) => {
  const rex = await shop.member({ plan: 'monthly refill' })
  await inProgramme(rex)
  const { code } = await rex.client.call(openReferral, {})
  await friendOf(shop, code, { card: 'disputed', place: 'california' })
  const withdrawn = await friendOf(shop, code, { card: 'mastercard', place: 'berlin' })
  const returned = await friendOf(shop, code, { card: 'duplicate-webhooks', place: 'toronto' })
  await shop.travelDays(12)
  const numberOf = async ({ client }: Member) => (await client.call(listOrders, {})).orders[0]?.number ?? ''
  await withdrawn.client.call(withdraw, { number: await numberOf(withdrawn), email: withdrawn.email })
  await shop.travelDays(12)
  const lines = [{ position: 0, quantity: 1 }]
  const given = { number: await numberOf(returned), email: returned.email, request_id: 'return-of-fay' }
  await returned.client.call(requestReturn, { ...given, reason: 'changed-mind', lines })
  await shop.travelDays(20)
  expect(await circle(rex)).toEqual({ points: 0, referrals: ['waiting', 'waiting', 'waiting'] })
})

test('members outside the program see no loyalty pages and keep their credit statement', async ({ shop }) => {
  const member = await shop.member({ plan: 'monthly refill' })
  const { client } = member
  await inProgramme(member, 'include')
  expect((await read(client, '/account/home')).text).not.toContain('data-loyalty="hidden"')
  expect((await read(client, '/account/inner-circle')).text).toContain('id="refer"')
  expect((await read(client, '/account/refer?traffic_source=nav_earn')).text).toContain('value="nav_earn"')
  const { code } = await client.call(openReferral, {})
  await inProgramme(member, 'exclude')
  expect((await read(client, '/account/home')).text).toContain('data-loyalty="hidden"')
  expect((await read(client, '/account/inner-circle')).status).toBe(404)
  expect((await read(client, '/account/refer')).status).toBe(404)
  await expect(client.call(openReferral, {})).rejects.toThrow('NOT_FOUND')
  // Money that the shop owes them is not part of loyalty: its statement stays.
  expect((await runShopCommand(shop, 'credit', member.email, '5.00', 'For the broken jar')).code).toBe(0)
  const statement = await read(client, '/account/settings/credit')
  expect([statement.status, statement.text.includes('For the broken jar')]).toEqual([200, true])
  // For everybody else a friend's link leads to its page.
  expect((await read(client, `/refer/${code}`)).status).toBe(404)
  await expect(client.call(takeReferral, { code })).rejects.toThrow('NOT_FOUND')
  expect((await read(shop.visitor().client, `/refer/${code}`)).status).toBe(200)
  expect((await read(shop.visitor().client, '/refer/NOBODY')).status).toBe(404)
})

test.for([
  ['the same card', { place: 'california' }, 'approve', ['earned'], 500],
  ['the same address', { card: 'mastercard' }, 'refuse', ['refused'], 0],
] as const)(
  'a referral of a friend with %s earns nothing before an operator reviews it',
  async ([why, bought, text, state, points], { shop }) => {
    const rex = await shop.member({ plan: 'monthly refill' })
    await inProgramme(rex)
    const { code } = await rex.client.call(openReferral, {})
    await friendOf(shop, code, bought)
    const day = Temporal.PlainDate.from(await shop.today())
    await shop.travelTo(day.add({ days: 44 }).toString())
    expect(await circle(rex)).toEqual({ points: 0, referrals: ['waiting'] })
    const { lines } = await runShopCommand(shop, 'reviews')
    expect(lines).toEqual([expect.stringContaining(why)])
    await runShopCommand(shop, 'reviews', lines[0]?.split(' ')[0] ?? '', text)
    await shop.travelDays(1)
    expect(await circle(rex)).toEqual({ points, referrals: state })
  },
)
