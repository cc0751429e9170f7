import { sql } from 'kysely'
import { expect } from 'vitest'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { findLocation } from '#location/endpoints.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import type { NamedPlan } from '../support/member.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

const json = { 'content-type': 'application/json' }

test('a location request without headers answers UNKNOWN, and with a header the named place', async ({
  shop,
}) => {
  expect(await newApiClient(shop.url).call(findLocation, {})).toEqual({
    country: 'UNKNOWN',
    region: 'UNKNOWN',
  })
  expect(await shop.visitor('CA', 'ON').client.call(findLocation, {})).toEqual({
    country: 'CA',
    region: 'ON',
  })
  const chosen = newApiClient(shop.url)
  chosen.jar.set('loam_country', 'DE')
  expect(await chosen.call(findLocation, {})).toEqual({ country: 'DE', region: 'UNKNOWN' })
})

test('onboarding leads members to the survey for their own plans', async ({ shop }) => {
  const surveyOf = async (plan: NamedPlan | null) => {
    const person = plan === null ? shop.visitor() : await shop.member({ plan })
    const { headers } = await person.client.send({ method: 'GET', path: '/onboarding' })
    return headers.get('location')
  }
  expect(await surveyOf('vaginal refill')).toBe('/onboarding/onboarding-vs01')
  expect(await surveyOf('monthly refill')).toBe('/onboarding/onboarding')
  expect(await surveyOf('pediatric kit')).toBe('/onboarding/onboarding-pds')
  expect(await surveyOf(null)).toBe('/onboarding/onboarding')
})

test('onboarding leads to the survey for the active plans and ignores canceled ones', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  await buyer.add('vs-wk')
  await buyer.checkout()
  const member = await shop.asMember(buyer)
  const survey = async () =>
    (await member.client.send({ method: 'GET', path: '/onboarding' })).headers.get('location')
  expect(await survey()).toBe('/onboarding/onboarding-vsds')
  const vaginal = (await member.subscriptions()).find(({ planCode }) => planCode.startsWith('vs'))
  await member.client.call(cancelSubscription, { id: vaginal?.id ?? '' })
  expect(await survey()).toBe('/onboarding/onboarding')
})

test('onboarding leads who bought once, without a subscription, to the survey that the account asks about', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('vs-rst')
  await buyer.checkout()
  const member = await shop.asMember(buyer)
  const home = (await member.client.send({ method: 'GET', path: '/account/home' })).text
  expect(home).toContain('href="/onboarding/onboarding-vs01"')
  const { headers } = await member.client.send({ method: 'GET', path: '/onboarding' })
  expect(headers.get('location')).toBe('/onboarding/onboarding-vs01')
})

test('a cancellation whose reasons are null is accepted without a reason', async ({ shop }) => {
  const member = await shop.member({ plan: 'monthly refill' })
  const [subscription] = await member.subscriptions()
  const answer = await member.client.send({
    method: 'DELETE',
    path: `/api/subscription/${subscription?.id}`,
    headers: json,
    body: JSON.stringify({
      cancellationReasonId: null,
      cancellationReasonText: null,
      secondaryReasonId: null,
    }),
  })
  expect(answer.status).toBe(200)
  expect((await member.subscriptions())[0]?.state).toBe('canceled')
})

test('the thank-you page without a key explains how to find an order', async ({ shop }) => {
  const { status, text } = await shop.visitor().client.send({ method: 'GET', path: '/thank-you' })
  expect(status).toBe(404)
  expect(text).toContain('Find your order')
  expect(text).toContain('href="/order"')
})

test('pages of members outside the program do not link to it, and other members’ pages do', async ({
  shop,
}) => {
  const member = await shop.member({ plan: 'monthly refill' })
  const linksOn = async (path: string) => {
    const { text } = await member.client.send({ method: 'GET', path })
    return [...text.matchAll(/href="(\/account\/(?:refer|inner-circle)[^"]*)"/g)].map(([, href]) => href)
  }
  for (const [variant, counted] of [
    ['include', 4],
    ['exclude', 0],
  ] as const) {
    await member.client.call(setUserExperiment, { id: 'loyalty_new_user', variant })
    const pages = ['/', '/account/home', '/account', '/account/orders']
    const found = await Promise.all(pages.map(linksOn))
    expect(found.filter((links) => links.length > 0)).toHaveLength(counted)
  }
})

const programNames =
  /account\/refer|inner-circle|refer(?:ral)? ?link|Refer a Friend|Freunde einladen|Inner Circle|traffic_source/i

test('pages and page data of members outside the program do not name it, in any language', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { checkout_id: checkout } = await buyer.checkout()
  const member = await shop.asMember(buyer)
  const [order] = await member.orders()
  const [subscription] = await member.subscriptions()
  await member.add('syn-wk')
  const paths = [
    '/', '/daily-synbiotic', '/science', '/cart', '/checkout', '/certificates', '/gift', '/no-such-page', '/contact',
    `/thank-you?checkout=${checkout}`, '/account', '/account/home', '/account/orders', '/account/subscriptions',
    `/account/orders/${order?.number}`, `/account/subscriptions/${subscription?.id}`, '/account/settings/privacy',
    '/account/settings/addresses', '/account/settings/payment-methods',
  ] // prettier-ignore
  const naming = async (): Promise<string[]> => {
    const found: string[] = []
    for (const path of paths.flatMap((one) => [one, one === '/' ? '/de' : `/de${one}`])) {
      const { text } = await member.client.send({ method: 'GET', path })
      const named = programNames.exec(text)
      if (named) found.push(`${path}: ${text.slice(named.index - 60, named.index + 60)}`)
    }
    return found
  }
  await member.client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
  expect((await naming()).length).toBeGreaterThan(10)
  await member.client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'exclude' })
  expect(await naming()).toEqual([])
  for (const path of ['/account/refer', '/account/inner-circle', '/de/account/refer'])
    expect((await member.client.send({ method: 'GET', path })).text).not.toContain('/refer/')
})

test('the checkout also offers upsells, and adding one keeps the typed address', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const page = await visitor.client.send({ method: 'GET', path: '/checkout' })
  expect(page.text).toContain('value="add-upsell pds-wk"')
  expect(page.text).toContain('value="add-upsell vs-wk"')
  const answer = await visitor.client.send({
    method: 'POST',
    path: '/checkout',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
    body: new URLSearchParams({ intent: 'add-upsell vs-wk', 'address.city': 'Astoria' }).toString(),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/checkout'])
  expect(await visitor.cart()).toMatchObject({
    items: { 'syn-wk': 1, 'vs-wk': 1 },
    draft: { 'address.city': 'Astoria' },
  })
  // Elsewhere only two are offered, and none with a refill (spec §4).
  const abroad = shop.visitor('DE', 'XX')
  await abroad.add('syn-wk')
  const there = await abroad.client.send({ method: 'GET', path: '/checkout' })
  expect(there.text).toContain('value="add-upsell pds-wk"')
  expect(there.text).not.toContain('value="add-upsell vs-wk"')
  const refill = shop.visitor()
  await refill.add('syn-rf')
  expect((await refill.client.send({ method: 'GET', path: '/checkout' })).text).not.toContain('add-upsell')
})

for (const path of ['/checkout', '/cart'])
  test(`an upsell at ${path} is added once, also by a double click and from a stale tab`, async ({
    shop,
  }) => {
    const visitor = shop.visitor()
    await visitor.add('syn-wk')
    const press = () =>
      visitor.client.send({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
        body: new URLSearchParams({ intent: 'add-upsell vs-wk' }).toString(),
      })
    await Promise.all([press(), press(), press()])
    expect((await press()).status).toBe(303)
    expect((await visitor.cart()).items).toEqual({ 'syn-wk': 1, 'vs-wk': 1 })
  })

for (const path of ['/checkout', '/cart'])
  test(`a stale tab at ${path} adds nothing that is no longer offered with the cart, and says so`, async ({
    shop,
  }) => {
    const visitor = shop.visitor()
    const press = async (code: string) => {
      const answer = await visitor.client.send({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
        body: new URLSearchParams({ intent: `add-upsell ${code}` }).toString(),
      })
      return { text: answer.text, items: (await visitor.cart()).items }
    }
    const gone = 'This isn’t offered with your cart anymore. Nothing was added.'
    // In another tab a plan of the same product was added,
    await visitor.add('pds-wk')
    await visitor.add('syn-wk-3mo')
    const before = (await visitor.cart()).items
    const twice = await press('syn-wk')
    expect(twice.items).toEqual(before)
    expect(twice.text).toContain(gone)
    // or everything was exchanged for a refill,
    await visitor.add('syn-rf')
    const refill = await press('vs-wk')
    expect(refill.items).toEqual({ 'syn-rf': 1 })
    expect(refill.text).toContain(gone)
    // or the plan is gone,
    expect((await press('no-such-plan')).items).toEqual({ 'syn-rf': 1 })
    // or the cart was bought.
    await visitor.checkout()
    expect((await press('vs-wk')).items).toEqual({})
  })

test('an upsell is not added beside a plan of its product that another tab adds at the same moment', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const visitor = shop.visitor()
  await visitor.add('vs-wk')
  const { cart_id: id } = await visitor.cart()
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const otherTab = db.transaction().execute(async (tx) => {
    await sql`update cart set items = items || '{"syn-wk-3mo": 1}' where id = ${id}`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const pressed = visitor.client.send({
    method: 'POST',
    path: '/cart',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
    body: new URLSearchParams({ intent: 'add-upsell syn-wk' }).toString(),
  })
  await waitUntilBlocked(db, 1, '"cart"')
  released.resolve()
  await otherTab
  expect((await pressed).text).toContain('This isn’t offered with your cart anymore. Nothing was added.')
  expect((await visitor.cart()).items).toEqual({ 'vs-wk': 1, 'syn-wk-3mo': 1 })
})
