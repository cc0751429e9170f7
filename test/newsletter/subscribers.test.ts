import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNewsletterLinks } from '#newsletter/server/newsletter-links.ts'
import { createNewsletterHandlers, subscriberById } from '#newsletter/server/subscribers.ts'
import { visitorContext } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>

beforeAll(async () => {
  opened = await openTestDeps()
})

afterAll(() => opened.close())

const handlers = () => createNewsletterHandlers(opened.deps)
const links = () => createNewsletterLinks(opened.deps)

const enter = (email: string, country = 'US') =>
  handlers().subscribe(visitorContext(country), { email, page: '/science' })

const travel = (duration: Temporal.DurationLike): void =>
  opened.travelTo(opened.deps.clock.now().add(duration).toString())

const tokenIn = (url: string): string => new URL(url).searchParams.get('token') ?? ''

const subscriberOf = async (email: string) => {
  const { id } = await opened.deps.database
    .selectFrom('newsletter_subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const found = await subscriberById(opened.deps.database, id)
  if (!found) throw new Error(`${email} is nobody`)
  return found
}

const proofOf = async (email: string) => {
  const { id } = await subscriberOf(email)
  const rows = await opened.deps.database
    .selectFrom('newsletter_consent')
    .selectAll()
    .where('subscriber_id', '=', id)
    .orderBy('at')
    .execute()
  return rows.map(({ action, statement, page, network, user_agent, country }) => ({
    action, statement, page, network, user_agent, country,
  })) // prettier-ignore
}

const eventsOf = async (email: string): Promise<string[]> => {
  const { id } = await subscriberOf(email)
  return opened.events.flatMap((one) => ('subscriberId' in one && one.subscriberId === id ? [one.kind] : []))
}

const press = async (email: string, country = 'US') => {
  const token = tokenIn(links().confirmUrl(await subscriberOf(email)))
  return handlers().confirmSubscription(visitorContext(country), { token })
}

test('the proof of a subscription is stored: sentence, page, network', async () => {
  expect(await enter('mara@example.com')).toEqual({ success: true, confirm: true })
  expect(await subscriberOf('mara@example.com')).toMatchObject({ state: 'pending' })
  expect(await proofOf('mara@example.com')).toEqual([
    {
      action: 'requested',
      statement: 'By signing up, you consent to receive Loam emails.',
      page: '/science',
      network: '203.0.113.7',
      user_agent: 'a browser',
      country: 'US',
    },
  ])
})

test('an address entered many times at once makes one subscriber and one mail', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => enter('many@example.com')))
  expect(answers.every(({ success }) => success)).toBe(true)
  expect(await eventsOf('many@example.com')).toEqual(['newsletter-confirmation-requested'])
  expect(await proofOf('many@example.com')).toHaveLength(1)
})

test.each(['US', 'DE', 'XX'])(
  'no newsletter is sent before the link is confirmed, wherever the entry came from: %s',
  async (country) => {
    const email = `greta-${country.toLowerCase()}@example.com`
    expect(await enter(email, country)).toEqual({ success: true, confirm: true })
    expect((await subscriberOf(email)).state).toBe('pending')
    await enter(email, country)
    expect(await eventsOf(email)).toEqual(['newsletter-confirmation-requested'])
    expect(await Promise.all([press(email), press(email)])).toEqual([{ success: true }, { success: true }])
    expect((await subscriberOf(email)).state).toBe('subscribed')
    expect(await eventsOf(email)).toEqual(['newsletter-confirmation-requested', 'newsletter-joined'])
    expect((await proofOf(email)).map(({ action }) => action)).toEqual(['requested', 'confirmed'])
  },
)

test('a confirmation link expires, and a newer request replaces it', async () => {
  await enter('late@example.com', 'AT')
  const first = tokenIn(links().confirmUrl(await subscriberOf('late@example.com')))
  travel({ hours: 2 })
  await enter('late@example.com', 'AT')
  const use = (token: string) => handlers().confirmSubscription(visitorContext('AT'), { token })
  await expect(use(first)).rejects.toMatchObject({ code: 'LINK_EXPIRED', status: 410 })
  const second = tokenIn(links().confirmUrl(await subscriberOf('late@example.com')))
  travel({ hours: 7 * 24 })
  await expect(use(second)).rejects.toThrow('LINK_EXPIRED')
})

test('one click unsubscribes, a second changes nothing, and only the owner can subscribe again', async () => {
  await enter('gone@example.com')
  await press('gone@example.com')
  const before = await subscriberOf('gone@example.com')
  const token = tokenIn(links().unsubscribeUrl(before.id))
  const leave = () => handlers().unsubscribe(visitorContext(), { token })
  await leave()
  expect(await leave()).toEqual({ success: true })
  expect((await subscriberOf('gone@example.com')).state).toBe('unsubscribed')
  expect((await proofOf('gone@example.com')).map(({ action }) => action)).toEqual([
    'requested',
    'confirmed',
    'unsubscribed',
  ])
  travel({ minutes: 1 })
  // Somebody else enters the address: its owner gets a confirmation request.
  expect(await enter('gone@example.com')).toEqual({ success: true, confirm: true })
  expect((await subscriberOf('gone@example.com')).state).toBe('pending')
})

test('a link of one kind does not work as the other, and a forged one does not work at all', async () => {
  await enter('kinds@example.com', 'DE')
  const subscriber = await subscriberOf('kinds@example.com')
  const confirm = tokenIn(links().confirmUrl(subscriber))
  const leave = tokenIn(links().unsubscribeUrl(subscriber.id))
  for (const token of [leave, `${confirm}x`, subscriber.id, '']) {
    await expect(handlers().confirmSubscription(visitorContext(), { token })).rejects.toThrow('LINK_EXPIRED')
  }
  for (const token of [confirm, `x${leave}`, subscriber.id, '']) {
    await expect(handlers().unsubscribe(visitorContext(), { token })).rejects.toThrow('LINK_EXPIRED')
  }
  expect((await subscriberOf('kinds@example.com')).state).toBe('pending')
})
