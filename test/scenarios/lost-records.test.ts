import { sql } from 'kysely'
import { expect } from 'vitest'
import { invariantViolations } from '../../src/app/invariants.ts'
import { exportUser } from '#account/privacy-endpoints.ts'
import { listSubscriptions, viewSubscription, type Subscription } from '#subscription/endpoints.ts'
import { changeSubscription, undoChange } from '#subscription/change/change-endpoints.ts'
import { viewClock } from '#dev-tools/endpoints.ts'
import { test, type TestShop } from '../support/shop.ts'

const sentinels = /0001-01-01|9999-12-31|infinity/i

/** A member of two subscriptions, and one whose records are none of theirs. */
const openedShop = async (shop: TestShop) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.add('vs-wk')
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered' })
  const member = await shop.asMember(visitor)
  const [broken, complete] = await member.subscriptions()
  const [stranger] = await (await shop.member({ plan: 'monthly refill' })).subscriptions()
  if (!broken || !complete || !stranger) throw new Error('three subscriptions were bought')
  return { ...member, broken, complete, stranger }
}

type Lost = 'card' | 'address' | 'plan'

/** Another member's record is never shown; a plan has a foreign key, which is disabled here. */
const lose = async ({ app }: TestShop, lost: Lost, broken: Subscription, stranger: Subscription) => {
  const { kysely: db } = app.database
  const its = sql`(select ${sql.ref(lost === 'card' ? 'payment_method_id' : 'address_id')} from subscription where id = ${stranger.id})`
  if (lost === 'card')
    await sql`update subscription set payment_method_id = ${its} where id = ${broken.id}`.execute(db)
  if (lost === 'address')
    await sql`update subscription set address_id = ${its} where id = ${broken.id}`.execute(db)
  if (lost !== 'plan') return
  await sql`alter table subscription drop constraint subscription_plan_code_fkey`.execute(db)
  await sql`update subscription set plan_code = 'syn-gone' where id = ${broken.id}`.execute(db)
}

const messages = {
  card: 'The card for this subscription is missing from our records. You won’t be charged and nothing ships until you choose another card.',
  address:
    'The address for this subscription is missing from our records. You won’t be charged and nothing ships until you enter one.',
  plan: 'The product for this subscription is missing from our records. You won’t be charged and nothing ships. Please contact us or cancel it.',
} as const satisfies Record<Lost, string>

const reported = (shop: TestShop): readonly string[] =>
  shop.logged().filter((line) => line.includes('a subscription has lost records'))

for (const lost of ['card', 'address', 'plan'] as const)
  test(`a subscription that has lost its ${lost} is listed, reported, and can be canceled`, async ({
    shop,
  }) => {
    const { client, email, broken, complete, stranger } = await openedShop(shop)
    const { kysely: db } = shop.app.database
    expect(await invariantViolations(db)).toEqual([])
    await lose(shop, lost, broken, stranger)

    const list = await client.send({
      method: 'GET',
      path: '/ecommerce/subscription/?include_renewal_preview=true',
    })
    expect(list.status).toBe(200)
    expect(list.text).not.toMatch(sentinels)
    const { subscriptions } = await client.call(listSubscriptions, { include_renewal_preview: 'true' })
    expect(subscriptions.map(({ id, lost: all }) => ({ id, lost: all }))).toEqual([
      { id: broken.id, lost: [{ what: lost, message: messages[lost] }] },
      { id: complete.id, lost: [] },
    ])
    expect(subscriptions[1]).toEqual(complete)
    expect((await client.call(viewSubscription, { id: broken.id })).lost).toHaveLength(1)

    const own = `/account/subscriptions/${broken.id}`
    for (const path of [
      '/account/subscriptions',
      own,
      '/account/home',
      `${own}/cancel`,
      '/account/settings/payment-methods',
    ]) {
      const page = await client.send({ method: 'GET', path })
      expect(page.status, path).toBe(200)
      expect(page.text, path).not.toMatch(sentinels)
      if (path.startsWith('/account/subscriptions') && !path.endsWith('cancel'))
        expect(page.text).toContain(messages[lost])
    }

    const [line = ''] = reported(shop)
    expect(line).toContain(broken.id)
    expect(line).toContain(lost)
    for (const personal of [email, complete.address?.lastName ?? '', complete.address?.address ?? ''])
      expect(line).not.toContain(personal)
    expect(await invariantViolations(db)).toContain(`subscription ${broken.id} has lost its ${lost}`)

    const canceled = await client.call(changeSubscription, { id: broken.id, change: { action: 'cancel' } })
    expect(canceled.subscription.state).toBe('canceled')
    expect((await shop.mails(email)).at(-1)?.subject).toMatch(/cancel/i)

    const undone = { id: broken.id, change_id: canceled.change_id }
    expect(await client.call(undoChange, undone)).toMatchObject({
      state: 'active',
      lost: [{ what: lost, message: messages[lost] }],
    })
    await shop.settled()
    expect((await shop.mails(email)).at(-1)?.subject).toBe('Your subscription is active')
    expect(await shop.chargedCents()).toHaveLength(2)
  })

test('a member who enters an address and chooses a new card completes a damaged subscription', async ({
  shop,
}) => {
  const { client, broken, complete, stranger } = await openedShop(shop)
  const { id } = broken
  await lose(shop, 'card', broken, stranger)
  await lose(shop, 'address', broken, stranger)
  const page = await client.send({ method: 'GET', path: `/account/subscriptions/${id}/change-address` })
  expect(page.status).toBe(200)
  const refused = client.call(changeSubscription, { id, change: { action: 'order-now' } })
  await expect(refused).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  if (complete.address === null) throw new Error('the whole one has an address')
  await client.call(changeSubscription, {
    id,
    change: { action: 'change-address', address: complete.address },
  })
  const card = { action: 'change-payment-method', payment_method_id: complete.payment_method_id } as const
  const { subscription } = await client.call(changeSubscription, { id, change: card })
  expect(subscription).toMatchObject({ lost: [], card: complete.card, next_order_on: broken.next_order_on })
  expect(await invariantViolations(shop.app.database.kysely)).toEqual([])
})

test('a card of another member is not charged, though the owner’s order is due in the same run', async ({
  shop,
}) => {
  const { signIn, client, broken, complete, stranger } = await openedShop(shop)
  const { kysely: db } = shop.app.database
  await lose(shop, 'card', broken, stranger)
  await db.transaction().execute(async (tx) => {
    await sql`update shop_clock set offset_milliseconds = offset_milliseconds + 31::bigint * 86400000`.execute(
      tx,
    )
    await sql`update shop_state set version = version + 1 where name = 'clock'`.execute(tx)
  })
  const outcomes = async () => {
    const rows = await db.selectFrom('renewal_run_entry').select('outcome').execute()
    return rows.map(({ outcome }) => outcome).toSorted()
  }
  await expect.poll(outcomes).toEqual(['billed', 'billed', 'refused'])
  // Two purchases, the stranger's own order, and that of the member's whole subscription.
  expect(await shop.chargedCents()).toHaveLength(4)
  await signIn()
  const change = { action: 'change-payment-method', payment_method_id: complete.payment_method_id } as const
  await client.call(changeSubscription, { id: broken.id, change })
  await shop.settled()
  expect(await shop.chargedCents()).toHaveLength(5)
})

test('the placeholder dates of the database are in no reply', async ({ shop }) => {
  const { client, prove } = await openedShop(shop)
  await prove()
  for (const date of ['9999-12-31', '0001-01-01']) {
    await sql`update subscription set notices_on = ${date}::date`.execute(shop.app.database.kysely)
    const answers = [
      await client.call(viewClock, {}),
      await client.call(listSubscriptions, { include_renewal_preview: 'true' }),
      await client.call(exportUser, {}),
    ]
    expect(JSON.stringify(answers)).not.toMatch(sentinels)
  }
})

test('a subscription without a card opens no billing cycle that waits for a charge', async ({ shop }) => {
  const { signIn, client, broken, complete, stranger } = await openedShop(shop)
  const { kysely: db } = shop.app.database
  await lose(shop, 'card', broken, stranger)
  await shop.travelTo('2031-02-09')
  const waiting = await db
    .selectFrom('billing_cycle')
    .select('number')
    .where('subscription_id', '=', broken.id)
    .where('state', 'in', ['charging', 'unknown'])
    .execute()
  expect(waiting).toEqual([])
  const entries = await db
    .selectFrom('renewal_run_entry')
    .select(['outcome', 'reason'])
    .where('subscription_id', '=', broken.id)
    .execute()
  // February 6, 7, 8 and 9.
  expect(entries).toEqual(Array.from({ length: 4 }, () => ({ outcome: 'refused', reason: 'no-card' })))
  await signIn()
  const change = { action: 'change-payment-method', payment_method_id: complete.payment_method_id } as const
  await client.call(changeSubscription, { id: broken.id, change })
  await shop.settled()
  // The purchase, the whole subscription, the stranger's two, and this one on the day of its card.
  expect(await shop.chargedCents()).toHaveLength(5)
})
