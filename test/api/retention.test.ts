import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { login, signOut } from '#account/endpoints.ts'
import { proveByPassword } from '#account/proof-endpoints.ts'
import { sendMagicLink } from '#account/registration-endpoints.ts'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { saveDraft } from '#cart/endpoints.ts'
import { createOutboxMailer } from '#platform/mail.ts'
import { changeSubscription } from '#subscription/change/change-endpoints.ts'
import { Retention } from '#shared/retention.ts'
import { retentionTexts } from '#shared/messages/retention-text.ts'
import privacyPage from '../../content/pages/privacy-policy.json' with { type: 'json' }
import retention from '../../content/retention.json' with { type: 'json' }
import { changeEmail, confirmEmail } from '#account/email-endpoints.ts'
import { updateUser } from '#account/settings-endpoints.ts'
import { subscribe } from '#newsletter/endpoints.ts'
import { setConsent } from '#consent/endpoints.ts'
import { places } from '../support/places.ts'
import { placesOf } from './database-contents.ts'
import { invariantViolations } from '#app/invariants.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { ApiError } from '../support/api-client.ts'
import { password } from '../support/member.ts'
import { openTestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

const shop = await openTestShop()
afterAll(() => shop.close())

const db = shop.app.database.kysely
const outbox = join(shop.app.dataFolder, 'outbox')

const count = async (from: string, where: string): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sql.raw(`${from} where ${where}`)}`.execute(db)
  return rows[0]?.n ?? 0
}

const declined = async (visitor: Visitor): Promise<unknown> =>
  visitor
    .checkout({ card: 'stolen' })
    .catch((thrown: unknown) => (thrown instanceof ApiError ? thrown.code : thrown))

/** A visitor who fills the checkout form, has a card declined and leaves. */
const leaver = async (): Promise<Visitor> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.client.call(saveDraft, { draft: { email: visitor.email, 'address.city': 'Portland' } })
  expect(await declined(visitor)).toBe('CARD_DECLINED')
  return visitor
}

test('data is deleted after its retention period, and ledger data stays', async () => {
  const left = await leaver()
  const member = await shop.member({ plan: 'monthly refill' })
  await member.client.call(sendMagicLink, { email: member.email })
  await member.client.call(signOut, {})
  await shop.settled()
  await sql`insert into experiment_visitor (experiment, visitor_id, variant, phase, first_at)
    select 'hero', gen_random_uuid(), 'a', 1, ${shop.app.deps.clock.now().toString()}::timestamptz - make_interval(days => days)
    from unnest(array[340, 30]) days`.execute(db)
  const storedCounts = {
    orders: await count('"order"', 'true'),
    invoices: await count('invoice', 'true'),
    charges: await count('charge', 'true'),
    journals: await count('ledger_journal', 'true'),
  }
  const gone = async () => ({
    carts: await count('cart', `draft ->> 'email' = '${left.email}'`),
    checkouts: await count('checkout', `email = '${left.email}'`),
    charges: await count('charge', `request::text like '%${left.email}%' or email = '${left.email}'`),
    sessions: await count('session', 'revoked_at is not null'),
    links: await count('account_link', "created_at < now() + interval '100 years' and used_at is not null"),
  })
  expect(await gone()).toEqual({ carts: 1, checkouts: 1, charges: 1, sessions: 1, links: 1 })

  await shop.travelDays(29)
  expect(await gone()).toMatchObject({ carts: 1, checkouts: 1, charges: 1, sessions: 1, links: 1 })

  await shop.travelDays(2)
  expect(await count('experiment_visitor', 'true')).toBe(1)
  expect(await gone()).toMatchObject({ carts: 0, checkouts: 0, charges: 0, sessions: 0, links: 0 })
  expect(await count('pgboss.job', `data::text like '%${left.email}%'`)).toBe(0)
  expect(await count('"order"', 'true')).toBeGreaterThanOrEqual(storedCounts.orders)
  expect(await count('invoice', 'true')).toBeGreaterThanOrEqual(storedCounts.invoices)
  expect(await count('charge', 'true')).toBeGreaterThanOrEqual(storedCounts.charges)
  expect(await count('ledger_journal', 'true')).toBeGreaterThanOrEqual(storedCounts.journals)
  expect(await count('checkout', "state = 'ordered'")).toBe(1)
})

test('1,300 abandoned carts are deleted in one run, beside a second process with its own worker', async () => {
  await shop.app.start(null, 0).catch(() => undefined)
  await sql`insert into cart (id, items, created_at, updated_at)
    select gen_random_uuid(), '{"syn-rf": 1}', old, old from
      (select timestamptz '2031-01-01' + n * interval '1 second' as old from generate_series(1, 1300) n) made`.execute(
    db,
  )
  await shop.travelDays(1)
  expect(await count('cart', "updated_at < '2031-01-02'")).toBe(0)
})

test('mails in the outbox folder are deleted after their days, and no earlier', async () => {
  const days = retention.mail_files
  for (const age of [days - 2, days + 2]) {
    const sent = Temporal.Instant.from(`${await shop.today()}T12:00:00Z`).subtract({ hours: age * 24 })
    const mailer = createOutboxMailer({
      folder: outbox,
      from: 'Loam <loam@example.com>',
      clock: { now: () => sent },
    })
    await mailer.send({
      id: `aged-${age}`,
      to: `aged-${age}@example.com`,
      subject: 'Old',
      html: '',
      text: '',
    })
  }
  await shop.travelDays(1)
  expect(await shop.mails(`aged-${days - 2}@example.com`)).toHaveLength(1)
  expect(await shop.mails(`aged-${days + 2}@example.com`)).toEqual([])
})

test('the record that an order mail was sent is kept for its days, and no longer', async () => {
  const { email } = await shop.member({ plan: 'monthly refill' })
  const countAfter = async (days: number): Promise<number> => {
    await sql`update order_mail set sent_at = ${await shop.today()}::timestamptz - ${days} * interval '1 day'
      where sent_to = ${email}`.execute(db)
    await shop.travelDays(1)
    return count('order_mail', `sent_to = '${email}'`)
  }
  expect(await countAfter(retention.order_mails - 2)).toBeGreaterThan(0)
  expect(await countAfter(retention.order_mails + 1)).toBe(0)
})

test('a deleted member is erased from jobs, drafts, lost purchases, links, sessions, outbox and log', async () => {
  const member = await shop.member({ plan: 'monthly refill' })
  const { email } = member
  const [subscription] = await member.subscriptions()
  await member.client.call(changeSubscription, {
    id: subscription?.id ?? '',
    change: { action: 'cancel', cancellationReasonId: 'prefer-not-to-say' },
  })
  await shop.settled()
  // Typed in another browser, too, and declined there.
  const elsewhere = shop.visitor()
  await elsewhere.add('syn-rf')
  await elsewhere.client.call(saveDraft, { draft: { email: email.toUpperCase() } })
  expect(await declined({ ...elsewhere, checkout: (how) => elsewhere.checkout({ ...how, email }) })).toMatch(
    /./,
  )
  await member.client.call(sendMagicLink, { email })
  await shop.settled()
  const places = [
    ['pgboss.job', 'data'],
    ['cart', 'draft'],
    ['account', 'email'],
  ] as const
  expect(await count('cart', `draft::text ilike '%${email}%'`)).toBe(1)
  expect(await count('pgboss.job', `data::text ilike '%${email}%'`)).toBeGreaterThan(0)
  await member.client.call(deleteAccount, { email })
  await shop.settled()
  // The goodbye is the last mail to them; its job is deleted at the next run.
  expect((await shop.mails(email)).map(({ subject }) => subject)).toHaveLength(1)
  await shop.travelDays(1)
  for (const [table, column] of places)
    expect([table, await count(table, `${column}::text ilike '%${email}%'`)]).toEqual([table, 0])
  expect(await count('checkout', `email = '${email}' and state <> 'ordered'`)).toBe(0)
  expect(
    await count('charge', `state <> 'succeeded' and (email = '${email}' or request::text like '%${email}%')`),
  ).toBe(0)
  expect(shop.logged().join('\n')).not.toContain(email)
})

const person = {
  ...places.oregon,
  firstName: 'Xenia',
  lastName: 'Quillfeather',
  address: '77 Zephyr Lane',
  unit: 'Loft 9',
  phone: '+1 503 555 0177',
}

/** Somebody who did all of what a member can do, and left. */
const leavesWholly = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.enterCode('WELCOME10')
  await visitor.checkout({ but: { address: person } })
  const member = await shop.asMember(visitor)
  const { email } = member
  await member.client.call(subscribe, { email, page: '/' })
  await member.client.call(updateUser, { firstName: 'Xenia', lastName: 'Quillfeather', phone: person.phone })
  await member.client.call(setConsent, { groups: { C0002: true } })
  await member.add('vs-rst')
  await member.checkout({ but: { address: person } })
  await member.prove()
  await member.client.call(changeEmail, { new_email: 'xenia-new@example.com' })
  const [subscription] = await member.subscriptions()
  await member.client.call(changeSubscription, {
    id: subscription?.id ?? '',
    change: {
      action: 'cancel',
      cancellationReasonId: 'other',
      cancellationReasonText: 'The Quillfeathers move away',
    },
  })
  await member.add('syn-wk-gift-2020')
  const { order } = await member.checkout({ but: { address: person } })
  await member.client.call(withdraw, { number: order?.number ?? '', name: 'Xenia Quillfeather' })
  await shop.settled()
  return member
}

test('a deleted member’s data remains only in ledger tables', async () => {
  const { email, client } = await leavesWholly()
  const { rows } = await sql<{ card: string; address: string }>`
    select card_key as card, address_key as address from coupon_redemption where email = ${email}`.execute(db)
  const [keys] = rows
  expect(keys?.address).toMatch(/.{40}/)
  const texts = [
    email,
    'quillfeather',
    'zephyr',
    'loft 9',
    '555 0177',
    'xenia',
    keys?.card ?? 'no card',
    keys?.address ?? 'none',
  ]
  const before = await placesOf(db, texts)
  expect(before).toEqual(
    expect.arrayContaining(['account.email', 'coupon_redemption.address_key', 'newsletter_subscriber.email']),
  )
  await client.call(deleteAccount, { email })
  await shop.settled()
  await shop.travelDays(1)
  // What the law requires: the order with its destination, its invoice, and the declaration of its withdrawal.
  const ledgerTexts = ['invoice.content', 'invoice.email', 'order.email', 'order.ship_to']
  const declared = ['withdrawal.email', 'withdrawal.name']
  expect(await placesOf(db, texts)).toEqual([...ledgerTexts, ...declared])

  // They used the coupon once, and cannot use it again, however the mailbox is spelled.
  for (const spelled of [email, email.replace('@', '+again@')]) {
    const again = shop.visitor()
    await again.add('vs-rst')
    await again.enterCode('WELCOME10')
    await expect(again.checkout({ email: spelled })).rejects.toMatchObject({ code: 'INVALID_COUPON' })
  }
  // And the ledger is consistent: nothing is counted twice.
  expect(await invariantViolations(db)).toEqual([])
})

/** Moves to another e-mail, by the link in its mail, and signs in there. */
const moveTo = async (member: Awaited<ReturnType<typeof shop.member>>, email: string) => {
  const { client } = member
  await member.prove()
  await client.call(changeEmail, { new_email: email })
  const [mail] = await shop.mails(email)
  await client.call(confirmEmail, { id: /\/account\/email\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' })
  await client.call(login, { email, password })
  await client.call(proveByPassword, { proof_password: password })
  return { ...member, email }
}

test('data stored under a former e-mail is erased too, unless somebody else now has that e-mail', async () => {
  for (const isTaken of [false, true]) {
    const before = await shop.member({ plan: 'monthly refill' })
    await before.client.call(subscribe, { email: before.email, page: '/' })
    const [subscription] = await before.subscriptions()
    await before.client.call(changeSubscription, {
      id: subscription?.id ?? '',
      change: { action: 'cancel', cancellationReasonId: 'prefer-not-to-say' },
    })
    const after = await moveTo(before, `moved-from-${before.email}`)
    if (isTaken) {
      const other = shop.visitor()
      await other.add('vs-rst')
      await other.checkout({ email: before.email })
    }
    await after.client.call(deleteAccount, { email: after.email })
    await shop.settled()
    const stored = [
      await count('newsletter_subscriber', `email = '${before.email}'`),
      await count('charge', `email = '${before.email}'`),
      (await shop.mails(before.email)).length,
    ]
    expect(stored.map((n) => n > 0)).toEqual([isTaken, isTaken, isTaken])
  }
})

test('the privacy page lists every retention period of the file', async () => {
  const page = JSON.stringify(privacyPage)
  for (const period of Object.keys(retention)) expect(page).toContain(`{retention:${period}}`)
  const { text } = await shop.visitor().client.send({ method: 'GET', path: '/privacy-policy' })
  for (const texts of retentionTexts(Retention.parse(retention))('en').values()) expect(text).toContain(texts)
  expect(text).not.toContain('{retention:')
})
