import { expect } from 'vitest'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { findLocation } from '#location/endpoints.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import type { NamedPlan } from '../support/member.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

const json = { 'content-type': 'application/json' }

test('a place without a header is UNKNOWN, one with a header is named', async ({ shop }) => {
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

test('onboarding leads members to the survey of their own plans', async ({ shop }) => {
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

test('onboarding leads to the survey of the plans that are active, without those that were canceled', async ({
  shop,
}) => {
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

test('reasons that are null are no reasons', async ({ shop }) => {
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

test('the page of thanks says without a key what it is for', async ({ shop }) => {
  const { status, text } = await shop.visitor().client.send({ method: 'GET', path: '/thank-you' })
  expect(status).toBe(404)
  expect(text).toContain('Find your order')
  expect(text).toContain('href="/order"')
})

test('pages of members outside of the program have no link to it, others have', async ({ shop }) => {
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

test('pages of members outside of the program name it nowhere, in any language, nor in the data of a page', async ({
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

test('what goes into the same box is offered at checkout too, and comes without losing what was typed', async ({
  shop,
}) => {
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
  test(`what is offered at ${path} is added once, also by a double click and from a tab that still offers it`, async ({
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
