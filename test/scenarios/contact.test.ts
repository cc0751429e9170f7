import { expect } from 'vitest'
import { mailContact, viewChallenge } from '#contact/endpoints.ts'
import retention from '../../content/retention.json' with { type: 'json' }
import { newApiClient } from '../support/api-client.ts'
import type { ApiResponse, ApiClient } from '../support/api-client.ts'
import { test } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

const visitorFrom = (shop: TestShop, country: string): ApiClient =>
  newApiClient(shop.url, { 'x-country': country, 'x-region': 'XX' })

/** A form as a browser without scripts sends it. */
const post = (client: ApiClient, path: string, fields: Record<string, string>): Promise<ApiResponse> =>
  client.send({
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const read = (client: ApiClient, path: string): Promise<ApiResponse> => client.send({ method: 'GET', path })

/** The token that a page's form carries. */
const tokenOn = ({ text }: ApiResponse): string => /name="captcha"[^>]* value="([^"]+)"/.exec(text)?.[1] ?? ''

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

test('the contact form of each page reaches the shop by mail, and the reply reaches the sender', async ({
  shop,
}) => {
  const client = visitorFrom(shop, 'CA')
  const forms = {
    '/contact': { full_name: 'Mara Ito', topic: 'order', order_number: 'L7K2M9QXW4' },
    '/practitioners': { first_name: 'Mara', last_name: 'Ito', certified: 'no', country: 'CA' },
    '/seeduniversity': { full_name: 'Mara Ito', country: 'CA', link: 'https://soil.example' },
    '/join-us': { full_name: 'Mara Ito' },
  }
  const tokens = await Promise.all(Object.keys(forms).map(async (path) => tokenOn(await read(client, path))))
  await shop.travelTo('2031-01-07')
  for (const [position, [path, fields]] of Object.entries(forms).entries()) {
    const complete = {
      ...fields,
      email: 'mara@example.com',
      message: 'First line\nSecond <b>line</b>',
      captcha: tokens[position] ?? '',
      website: '',
    }
    const { status, headers } = await post(client, path, complete)
    expect([path, status, headers.get('location')]).toEqual([path, 303, `${path}?sent`])
    expect((await read(client, `${path}?sent`)).text).toContain('Thank you.')
  }
  const mails = await shop.mails('hello@loam.example')
  expect(mails.map(({ subject, reply_to }) => [subject, reply_to]).toSorted()).toEqual([
    ['An order or a subscription: Mara Ito', 'mara@example.com'],
    ['Partners: Mara Ito', 'mara@example.com'],
    ['Practitioners: Mara Ito', 'mara@example.com'],
    ['Working with us: Mara Ito', 'mara@example.com'],
  ])
  for (const { text, html } of mails) {
    expect(text).toContain('First line\nSecond <b>line</b>')
    expect(html).not.toContain('<b>')
  }
  expect(mails.find(({ subject }) => subject.startsWith('An order'))?.text).toContain('L7K2M9QXW4')
})

test('a refused contact form is shown again with the typed text and the reason', async ({ shop }) => {
  const client = visitorFrom(shop, 'US')
  const quick = { full_name: 'Mara Ito', email: 'mara@example.com', message: 'Hello' }
  const refused = await post(client, '/contact', {
    ...quick,
    captcha: tokenOn(await read(client, '/contact')),
  })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Captcha failed to validate. Please refresh the page and try again.')
  expect(refused.text).toContain('value="Mara Ito"')
  const empty = await post(client, '/practitioners', { captcha: 'kept' })
  expect(empty.status).toBe(400)
  expect(empty.text).toContain('Kindly answer the question about health certification.')
  expect(empty.text).toContain('Kindly enter your last name')
  // The token was not what was wrong, so the form may come back with it.
  expect(tokenOn(empty)).toBe('kept')
  expect(await shop.mails('hello@loam.example')).toEqual([])
})

test('a visitor who sends many messages is rate limited', async ({ shop }) => {
  const client = visitorFrom(shop, 'US')
  const challenge = await client.call(viewChallenge, {})
  expect(challenge.kind).toBe('timed')
  const write = () =>
    client.call(mailContact, { full_name: 'M', email: 'mara@example.com', message: 'x', captcha: 'none' })
  for (let n = 0; n < 5; n += 1) await expect(write()).rejects.toMatchObject({ code: 'CAPTCHA_FAILED' })
  await expect(write()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
})

test('the newsletter form of the footer works without scripts and leads back to its page', async ({
  shop,
}) => {
  const client = visitorFrom(shop, 'US')
  const page = await read(client, '/science')
  expect(page.text).toContain('By signing up, you consent to receive Loam emails.')
  expect(page.text).toContain('name="return_to" value="/science"')
  const sent = await post(client, '/newsletter', {
    newsletter_email: 'Mara@Example.com',
    return_to: '/science',
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/science#newsletter-confirm'])
  const [confirmationMail] = await shop.mails('mara@example.com')
  const confirm =
    /https?:\/\/\S+\/newsletter\/confirm\?token=\S+/.exec(confirmationMail?.text ?? '')?.[0] ?? ''
  await post(client, pathOf(confirm), {})
  const confirmation = (await shop.mails('mara@example.com')).at(-1)
  const url = /^<(\S+)>$/.exec(confirmation?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(confirmation?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(confirmation?.text).toContain(url)

  // Opening the link changes nothing; the mail program's POST, without cookies, unsubscribes and is not redirected (RFC 8058).
  expect((await read(newApiClient(shop.url), pathOf(url))).text).toContain('Unsubscribe')
  const pressed = await post(newApiClient(shop.url), pathOf(url), { 'List-Unsubscribe': 'One-Click' })
  expect(pressed.status).toBe(200)
  expect(pressed.text).toContain('You’re unsubscribed.')
  const again = await post(client, '/newsletter', { newsletter_email: 'mara@example.com', return_to: '/' })
  expect(again.headers.get('location')).toBe('/#newsletter-confirm')
  const subjects = (await shop.mails('mara@example.com')).map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Confirm your email for Loam',
    'You’re subscribed to Loam',
    'Confirm your email for Loam',
  ])
})

test('a newsletter address is confirmed by mail; the own address of a signed-in member needs no confirmation', async ({
  shop,
}) => {
  const client = visitorFrom(shop, 'US')
  const entered = { newsletter_email: 'greta@example.com', return_to: '//elsewhere.example' }
  const sent = await post(client, '/newsletter', entered)
  expect(sent.headers.get('location')).toBe('/newsletter#newsletter-confirm')
  const [confirmationMail] = await shop.mails('greta@example.com')
  const url = /https?:\/\/\S+\/newsletter\/confirm\?token=\S+/.exec(confirmationMail?.text ?? '')?.[0] ?? ''
  await read(client, pathOf(url))
  expect(await shop.mails('greta@example.com')).toHaveLength(1)
  const pressed = await post(client, pathOf(url), {})
  expect([pressed.status, pressed.text.includes('You’re subscribed.')]).toEqual([200, true])
  expect(await shop.mails('greta@example.com')).toHaveLength(2)
  expect((await post(client, '/newsletter/confirm?token=none', {})).status).toBe(410)

  const ines = await shop.member({ plan: 'monthly refill' })
  const enter = async (email: string) =>
    (await post(ines.client, '/newsletter', { newsletter_email: email, return_to: '/' })).headers.get(
      'location',
    )
  // A member who types somebody else's address is nobody's owner there.
  expect(await enter('fritz@example.com')).toBe('/#newsletter-confirm')
  expect(await enter(ines.email)).toBe('/#newsletter-in')
  const subjectsTo = async (email: string) => (await shop.mails(email)).map(({ subject }) => subject)
  expect(await subjectsTo('fritz@example.com')).toEqual(['Confirm your email for Loam'])
  expect(await subjectsTo(ines.email)).toContain('You’re subscribed to Loam')
})

test('an invalid newsletter address is shown again on the page of the form', async ({ shop }) => {
  const client = visitorFrom(shop, 'US')
  const entered = { newsletter_email: '<mara>', return_to: '/science' }
  const refused = await post(client, '/newsletter', entered)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Kindly enter a valid email address.')
  expect(refused.text).toContain('value="&lt;mara&gt;"')
  expect(refused.text).toContain('name="return_to" value="/science"')
})

test('a contact message is deleted after its retention period, with the network it came from', async ({
  shop,
}) => {
  const client = visitorFrom(shop, 'CA')
  const challenge = await client.call(viewChallenge, {})
  const captcha = challenge.kind === 'timed' ? challenge.token : ''
  await shop.travelTo('2031-01-07')
  const message = { full_name: 'Mara Ito', email: 'mara@example.com', message: 'When does it ship?', captcha }
  await client.call(mailContact, message)
  const stored = async () =>
    (await shop.app.database.kysely.selectFrom('contact_message').selectAll().execute()).length
  await shop.travelDays(retention.contact_messages - 2)
  expect(await stored()).toBe(1)
  await shop.travelDays(4)
  expect(await stored()).toBe(0)
})
