import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { removeReview, viewReviews, writeReview } from '#review/endpoints.ts'
import { verifyAudit } from '#staff/server/audits.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { openReviews } from './reviewers.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())
const { mia, guest, waiting } = await openReviews(api)

test('a review that is edited while staff publish it is removed from the pages', async () => {
  const buyer = await guest()
  await buyer.deliver()
  await buyer.write({ title: 'Old words' })
  const [review] = (await waiting()).filter(({ title }) => title === 'Old words')
  const { kysely: db } = shop.app.database
  const version = async () =>
    (await db.selectFrom('shop_state').select('version').where('name', '=', 'review').executeTakeFirst())
      ?.version ?? 0
  const before = await version()
  const publishing = await db.startTransaction().execute()
  await sql`update review set state = 'published', decided_at = now() where id = ${review?.id}`.execute(
    publishing,
  )
  const changing = buyer.write({ title: 'New words' })
  await waitUntilBlocked(db, 1, 'review')
  await publishing.commit().execute()
  await changing
  expect(await version()).toBeGreaterThan(before)
})

test('of two staff who decide a review at once, one succeeds, and the log names the person', async () => {
  const buyer = await guest()
  await buyer.deliver()
  await buyer.write({ title: 'Two at once' })
  const sam = await joinDesk(api, 'support', 'sam')
  const [review] = (await waiting()).filter(({ title }) => title === 'Two at once')
  const url = `/api/desk/reviews/${review?.id}/decide/`
  const answers = await Promise.all([mia, sam].map((one) => one.post(url, { version: review?.version })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const entries = await shop.app.database.kysely
    .selectFrom('audit_entry')
    .select(['actor', 'act as action'])
    .where('subject', '=', `review:${review?.id}`)
    .execute()
  expect(entries).toHaveLength(1)
  expect(entries).toMatchObject([{ action: 'review.published' }])
  expect((await verifyAudit(api.opened.deps.database)).problems).toEqual([])
})

test('one order and its e-mail neither open nor change a review written with another order', async () => {
  const buyer = await guest()
  await buyer.deliver()
  await buyer.write({ title: 'Mine' })
  const member = await shop.asMember(buyer.visitor)
  // The renewal, and its delivery.
  await shop.travelDays(32)
  await shop.travelDays(5)
  const order = (await member.orders()).find(({ kind }) => kind === 'renewal')
  await runShopCommand(shop, 'shipments', 'event', order?.shipments[0]?.tracking ?? '', 'delivered')
  const renewal = order?.number ?? ''
  const { client } = shop.visitor()
  const lookup = { number: renewal, email: buyer.visitor.email }
  expect(await client.call(viewReviews, lookup)).toMatchObject({
    refusal: null,
    products: [{ product: 'ds-01', review: null }],
  })
  const text = { stars: 1, title: 'Not mine', text: 'By somebody who saw a mail.', name: 'S.' }
  await expect(client.call(writeReview, { ...lookup, product: 'ds-01', ...text })).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'reviewed-before' },
  })
  await client.call(removeReview, { ...lookup, product: 'ds-01' })
  expect((await buyer.view()).products).toMatchObject([{ review: { title: 'Mine' } }])
  // Signed in it is one review, whichever order it is opened from, also at the same moment.
  await member.client.call(removeReview, { number: renewal, product: 'ds-01' })
  const { kysely: db } = shop.app.database
  const held = await db.startTransaction().execute()
  await sql`select from account where email = ${buyer.visitor.email} for update`.execute(held)
  const both = [buyer.number, renewal].map((number) =>
    member.client.call(writeReview, { number, product: 'ds-01', ...text }),
  )
  await waitUntilBlocked(db, 2, 'account')
  await held.commit().execute()
  await Promise.all(both)
  const { rows } = await sql`select from review where account_id =
    (select id from account where email = ${buyer.visitor.email})`.execute(db)
  expect(rows).toHaveLength(1)
  const own = { number: renewal, product: 'ds-01' } as const
  await member.client.call(writeReview, { ...own, ...text, title: 'Mine, changed' })
  // As a guest it would be found with the order alone that won.
  for (const number of [buyer.number, renewal]) {
    const { products } = await member.client.call(viewReviews, { number })
    expect(products).toMatchObject([{ review: { title: 'Mine, changed' } }])
  }
})
