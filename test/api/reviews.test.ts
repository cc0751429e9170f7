import { afterAll, expect, test } from 'vitest'
import { deleteAccount, exportUser } from '#account/privacy-endpoints.ts'
import { writeReview } from '#review/endpoints.ts'
import { changeSubscription } from '#subscription/change/change-endpoints.ts'
import { joinDesk } from './desk-person.ts'
import { openReviews } from './reviewers.ts'
import { factsIn, schemaOrgErrors } from '../support/schema-org.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())
const { mia, guest, published, waiting, decide, publish, page } = await openReviews(api)

test('only delivered products are reviewed, a review is public only after staff publish it, and then page and mail say so', async () => {
  const mara = await guest()
  expect(await mara.view()).toMatchObject({ refusal: { reason: 'not-delivered' }, products: [] })
  await expect(mara.write()).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  await mara.deliver()
  expect(await mara.view()).toMatchObject({
    refusal: null,
    products: [{ product: 'ds-01', review: null }],
  })
  await expect(
    mara.visitor.client.call(writeReview, {
      ...mara.lookup,
      product: 'vs-01',
      stars: 5,
      title: 'Never bought',
      text: 'This is of a product that I never bought.',
      name: 'M.',
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', fields: { product: expect.any(String) } })
  expect(await page()).toContain('No reviews yet')
  await mara.write()
  expect(await published()).toMatchObject({ count: 0, average: null, reviews: [] })
  expect(await page()).not.toContain('The lid sticks')
  const { work } = (await mia.get('/api/desk/home/')).json()
  expect(work).toMatchObject([{ kind: 'review-waiting', count: 1, title: '1 review waits to be read' }])
  const list = (await mia.get('/api/desk/tasks/review-waiting/')).json()
  expect(list.rows).toMatchObject([{ text: 'The lid sticks', href: '/desk/reviews' }])
  await publish('The lid sticks')
  expect(await published()).toMatchObject({
    count: 1,
    average: '2.0',
    reviews: [{ stars: 2, title: 'The lid sticks', name: 'Mara I.' }],
  })
  const shown = await page()
  expect(shown).toContain('The lid sticks')
  expect(shown).toContain('"aggregateRating"')
  expect(schemaOrgErrors(factsIn(shown).map((facts) => ({ path: '/daily-synbiotic', facts })))).toEqual([])
  expect(shown).not.toContain('No reviews yet')
  const subjects = (await shop.mails(mara.visitor.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your review is published')
})

test('an edited review is moderated again, and staff cannot publish a version that they have not read', async () => {
  const noor = await guest()
  await noor.deliver()
  await noor.write({ title: 'First words', stars: 5 })
  const [read] = (await waiting()).filter(({ title }) => title === 'First words')
  await noor.write({ title: 'Other words', stars: 5 })
  const late = await decide(read)
  expect(late.json()).toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  expect((await published()).reviews.map(({ title }) => title)).not.toContain('Other words')
  await publish('Other words')
  const before = await published()
  await noor.write({ title: 'Other words', stars: 5 })
  expect(await published()).toEqual(before)
  await noor.write({ title: 'Third words', stars: 1 })
  expect((await published()).count).toBe(before.count - 1)
  // Another process wrote it; this one reads the new version a moment later.
  await expect.poll(page).not.toContain('Other words')
})

test('a declined review is not public, and its author sees the reason and can edit the review', async () => {
  const una = await guest()
  await una.deliver()
  await una.write({ title: 'Cured', text: 'It cured my IBS in a week, damn fuck yes. Write me@example.com' })
  const [review] = (await waiting()).filter(({ title }) => title === 'Cured')
  expect(review?.flags).toEqual(['profanity', 'health-claim', 'contact-details'])
  expect((await decide(review, 'negative')).statusCode).toBe(400)
  expect((await decide(review, 'health-claim')).statusCode).toBe(200)
  expect((await published()).reviews.map(({ title }) => title)).not.toContain('Cured')
  expect(await una.view()).toMatchObject({
    products: [{ review: { state: 'declined', decline_reason: 'health-claim' } }],
  })
  const subjects = (await shop.mails(una.visitor.email)).map(({ subject }) => subject)
  expect(subjects).toContain('We can’t publish your review as it is')
  // The same words again are not read again, and the answer says so.
  await expect(
    una.write({ title: 'Cured', text: 'It cured my IBS in a week, damn fuck yes. Write me@example.com' }),
  ).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED', data: { reason: 'declined-before' } })
  await una.write({ title: 'Better words' })
  expect((await waiting()).map(({ title }) => title)).toContain('Better words')
  await una.remove()
  await una.remove()
  expect((await waiting()).map(({ title }) => title)).not.toContain('Better words')
})

test('typed review text is escaped on the page, in structured data and at the desk', async () => {
  const buyer = await guest()
  await buyer.deliver()
  const markup = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
  await buyer.write({ title: `Markup ${markup}`, text: `As typed ${markup}`, name: `N ${'<b>'}`, stars: 1 })
  const desk = await mia.get('/desk/reviews')
  expect(desk.statusCode).toBe(200)
  expect(desk.body).not.toContain('<img src=x')
  await publish(`Markup ${markup}`)
  const shown = await page()
  expect(shown).toContain('Markup')
  expect(shown).not.toContain('<img src=x')
  expect(shown).not.toContain('<script>alert')
})

test('roles that answer buyers moderate reviews; roles without names and all others get 404', async () => {
  for (const role of ['finance', 'marketing', 'read-only'] as const) {
    const other = await joinDesk(api, role)
    expect((await other.get('/api/desk/reviews/')).statusCode).toBe(404)
    expect((await other.get('/desk/reviews')).statusCode).toBe(404)
  }
  expect((await api.inject({ method: 'GET', url: '/api/desk/reviews/' })).statusCode).toBe(401)
})

test('a review is in its author’s data download and is deleted with the account, from the page too', async () => {
  const buyer = await guest()
  await buyer.deliver()
  await buyer.write({ title: 'Soon gone' })
  await publish('Soon gone')
  const member = await shop.asMember(buyer.visitor)
  expect(JSON.stringify(await member.client.call(exportUser, {}))).toContain('Soon gone')
  expect(await page()).toContain('Soon gone')
  const change = { action: 'cancel', cancellationReasonId: 'prefer-not-to-say' } as const
  for (const { id } of await member.subscriptions())
    await member.client.call(changeSubscription, { id, change })
  await member.prove()
  await member.client.call(deleteAccount, { email: member.email })
  expect((await published()).reviews.map(({ title }) => title)).not.toContain('Soon gone')
  await expect.poll(page).not.toContain('Soon gone')
})

test('reviews are sorted as requested, also on the page without scripts', async () => {
  for (const [title, stars] of [
    ['Lowly', 1],
    ['Lofty', 5],
  ] as const) {
    const buyer = await guest()
    await buyer.deliver()
    await buyer.write({ title, stars })
    await publish(title)
  }
  const titles = async (sort: 'lowest' | 'highest' | 'newest') =>
    (await published(sort)).reviews.map((one) => one.stars)
  expect(await titles('lowest')).toEqual((await titles('lowest')).toSorted((a, b) => a - b))
  expect(await titles('highest')).toEqual((await titles('highest')).toSorted((a, b) => b - a))
  expect((await published('newest')).reviews[0]?.title).toBe('Lofty')
  const { body, statusCode } = await api.inject({ method: 'GET', url: '/reviews/ds-01?sort=highest&page=99' })
  expect(statusCode).toBe(200)
  expect(body.indexOf('Lofty')).toBeLessThan(body.indexOf('Lowly'))
  expect((await api.inject({ method: 'GET', url: '/reviews/constructor' })).statusCode).toBe(404)
})
