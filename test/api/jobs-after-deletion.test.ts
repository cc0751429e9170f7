import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { jobPayloads } from '#app/jobs.ts'
import type { ShopJobPayloads } from '#app/jobs.ts'
import { collect } from '#analytics/endpoints.ts'
import { setConsent } from '#consent/endpoints.ts'
import { subscribe } from '#newsletter/endpoints.ts'
import { changeSubscription } from '#subscription/change/change-endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { viewUser } from '#account/endpoints.ts'
import { closeDays } from '#report/server/close-days.ts'
import { untilDoneOrBlocked, waitUntilBlocked } from '../support/database-locks.ts'
import { openTestShop } from '../support/shop.ts'
import { fingerprint } from './database-contents.ts'

const shop = await openTestShop()
afterAll(() => shop.close())

const db = shop.app.database.kysely

/** A member with an order, a canceled subscription and a withdrawn gift, and the ids that jobs name. */
const memberWithAll = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout()
  const member = await shop.asMember(visitor)
  const { client, email } = member
  await client.call(subscribe, { email, page: '/' })
  await client.call(setConsent, { groups: { C0002: true } })
  const [subscription] = await member.subscriptions()
  const id = subscription?.id ?? ''
  const change = { action: 'cancel', cancellationReasonId: 'prefer-not-to-say' } as const
  const { change_id: changeId } = await client.call(changeSubscription, { id, change })
  await member.add('syn-wk-gift-2020')
  const { order } = await member.checkout()
  await client.call(withdraw, { number: order?.number ?? '', name: 'Mara Ito' })
  await shop.settled()
  const { externalId: accountId } = await client.call(viewUser, {})
  return { ...member, accountId, subscriptionId: id, changeId }
}

type Person = Awaited<ReturnType<typeof memberWithAll>>

/** An id of each table, the member's where they have a row in it. */
const idsOf = async (accountId: string, email: string) => {
  const first = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
    (await query.execute(db)).rows[0]?.id ?? shop.app.deps.ids.uuid()
  return {
    orderId: await first(
      sql`select id from "order" where account_id = ${accountId} order by placed_at limit 1`,
    ),
    refundId: await first(sql`select id from refund limit 1`),
    withdrawalId: await first(sql`select id from withdrawal where account_id = ${accountId}`),
    noticeId: await first(sql`select id from subscription_notice where account_id = ${accountId}`),
    subscriberId: await first(sql`select id from newsletter_subscriber where email = ${email}`),
    giftId: await first(
      sql`select g.id from gift g join "order" o on o.id = g.order_id where o.account_id = ${accountId}`,
    ),
    shipmentId: await first(sql`select id from shipment where account_id = ${accountId}`),
    other: shop.app.deps.ids.uuid(),
  }
}

type Payloads = { readonly [K in keyof ShopJobPayloads]: readonly object[] }

/** Every kind of job about this person, as it may wait, or be retried, when they delete their account. */
const jobsAbout = async ({ accountId, email, subscriptionId, changeId }: Person): Promise<Payloads> => {
  const ids = await idsOf(accountId, email)
  const { orderId, shipmentId, refundId, withdrawalId, noticeId, subscriberId, giftId, other } = ids
  const order = { orderId, accountId }
  const change = { subscriptionId, accountId, changeId }
  const at = shop.app.deps.clock.now().toString()
  return {
    'mail: order confirmation': [order],
    'mail: order late': [order],
    'mail: shipment': ['shipped', 'delivered', 'delayed'].map((mail) => ({ shipmentId, mail })),
    'mail: renewal charged': [order],
    'mail: renewal declined': [{ subscriptionId, accountId, cycle: 1 }],
    'mail: subscription notice': [{ noticeId }],
    'mail: subscription canceled': [{ ...change, side: 'after' }],
    'mail: subscription changed': [{ ...change, side: 'before' }],
    'mail: subscription changed by staff': [change],
    'mail: set password': [
      { accountId, reason: 'new-account' },
      { accountId, reason: 'recover' },
    ],
    'mail: withdrawal': [{ withdrawalId }],
    'mail: return': [{ returnId: other }],
    'mail: review': [{ reviewId: other }],
    'mail: review request': [{ orderId, products: ['ds-01'] }],
    'mail: problem': ['received', 'resolved'].map((mail) => ({ problemId: other, mail })),
    'mail: return notice': ['expiring', 'expired'].map((notice) => ({ returnId: other, notice })),
    'withdrawal: end subscriptions': [{ withdrawalId }],
    'order: cancel': [],
    'card: pay subscriptions': [{ cardRequestId: other }],
    'mail: refund': [{ refundId }],
    'payment: delete customers': [{ processor: 'sandbox', customers: ['cus_none'], charges: ['ch_none'] }],
    'mail: stock low': [{ product: 'ds-01', since: at }],
    'mail: passkey link': [{ staffId: other, wantedBy: other }],
    'web: purge CDN': [{ fact: 'catalogue' }],
    'desk: import tracking': [{ importId: other }],
    'desk: bulk act': [{ bulkId: other }],
    'desk: write export': [{ exportId: other }],
    'desk: reconcile': [{ reconciliationId: other }],
    'coupon: make batch': [{ couponBatchId: other }],
    'loyalty: profile completed': [{ accountId }],
    'analytics: report': [
      { what: 'order', orderId, accountId, at },
      { what: 'renewal', orderId, accountId, at },
      { what: 'refund', orderId, accountId, refundId, cents: 100, at },
      { what: 'refused', subscriptionId, accountId, cycle: 1, at },
      { what: 'recovered', subscriptionId, accountId, orderId, at },
      { what: 'changed', ...change, action: 'cancel', at },
    ],
    'analytics: deliver': [{ batchId: other }],
    'mail: newsletter copy': [{ campaignId: other, subscriberId }],
    'mail: newsletter test': [{ campaignId: other, version: 1, email }],
    'mail: gift': ['claim', 'reminder', 'unclaimed', 'claimed', 'refused'].map((mail) => ({ giftId, mail })),
    'mail: message': [{ messageId: other }],
    'mail: message-answer': [{ answerId: other }],
    'mail: cart reminder': [{ subscriberId, cartId: other }],
    'mail: newsletter confirm': [{ subscriberId }],
    'mail: newsletter welcome': [{ subscriberId }],
    'mail: account link': [
      { purpose: 'verify', email },
      { purpose: 'sign-in', email },
    ],
    'mail: confirm registration': [{ registrationId: other }],
    'mail: proof code': [{ accountId, sessionId: other }],
    'mail: change email': [{ emailChangeId: other }],
    'mail: email change requested': [{ emailChangeId: other }],
    'mail: email changed': [{ formerEmail: email }],
    'mail: account deleted': [{ formerEmail: email }],
    'mail: account alert': [{ accountId, alert: 'password-changed' }],
    'mail: impersonation started': [{ accountId, impersonationId: other }],
    'mail: dispute': [{ disputeId: other, mail: 'opened' }],
    'mail: fraud warning': [{ warningId: other }],
    'dispute: pause subscriptions': [{ disputeId: other }],
    'dispute: release subscriptions': [{ disputeId: other }],
    'dispute: resume subscription': [{ disputeId: other, subscriptionId: other }],
  }
}

const shapes: Readonly<Record<string, z.ZodType>> = jobPayloads

const addJobs = async (payloads: Partial<Payloads>): Promise<void> => {
  for (const [kind, all] of Object.entries(payloads))
    for (const payload of all) {
      expect(shapes[kind]?.safeParse(payload).success).toBe(true)
      await sql`insert into pgboss.job (name, data) values ('shop', ${JSON.stringify({ kind, payload })}::jsonb)`.execute(
        db,
      )
    }
}

/** About what was bought and its money, and that the account is gone: the person who paid still gets these. */
const owedMails = [
  'mail: order confirmation', 'mail: order late', 'mail: shipment', 'mail: renewal charged', 'mail: withdrawal', 'mail: refund',
  'mail: email changed', 'mail: account deleted',
] as const // prettier-ignore

test('after an account is deleted, jobs write and mail nothing about the member except about bought orders', async () => {
  const member = await memberWithAll()
  const jobs = await jobsAbout(member)
  await member.client.call(deleteAccount, { email: member.email })
  await shop.travelDays(1)
  // Else the worker adds up the day that is over at a moment of its own.
  for (let looks = 0; looks < 3; looks += 1) await closeDays(shop.app.deps)
  const [before, mails] = [await fingerprint(db), await shop.mails()]
  const mailsBefore = mails.length
  const rest = Object.fromEntries(
    Object.entries(jobs).filter(([kind]) => !owedMails.some((owed) => owed === kind)),
  )
  await addJobs(rest)
  expect((await shop.mails()).slice(mailsBefore).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([])
  expect(await fingerprint(db)).toEqual(before)
  await addJobs(Object.fromEntries(owedMails.map((kind) => [kind, jobs[kind]])))
  expect(new Set((await shop.mails()).slice(mailsBefore).map(({ to }) => to))).toEqual(
    new Set([member.email]),
  )
  expect(await fingerprint(db)).toEqual(before)
})

/** Starts the deletion of an account that has forgotten the events and is not committed until it is released. */
const beginDeletion = async (member: Person) => {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table contact_message in exclusive mode`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const deleting = member.client.call(deleteAccount, { email: member.email })
  await waitUntilBlocked(db, 1, 'contact_message')
  return async (): Promise<void> => {
    released.resolve()
    await Promise.all([holding, deleting])
    await shop.settled()
  }
}

/** Resolves when something is done, or waits for the deletion. */
const untilDecided = (isDone: () => Promise<boolean>): Promise<void> => untilDoneOrBlocked(db, isDone, 2)

test('a mail sent while the account is being deleted is not recorded with its address', async () => {
  const member = await memberWithAll()
  const { accountId, email } = member
  const { orderId } = await idsOf(accountId, email)
  const remembered = async () =>
    (
      await sql<{ sent_to: string; subject: string }>`
        select sent_to, subject from order_mail where account_id = ${accountId} and sent_to <> ''`.execute(db)
    ).rows
  expect(await remembered()).not.toEqual([])
  const finishDeletion = await beginDeletion(member)
  await addJobs({ 'mail: order confirmation': [{ orderId, accountId, copy: shop.app.deps.ids.uuid() }] })
  const done = sql`select from pgboss.job where data -> 'payload' ->> 'orderId' = ${orderId} and data -> 'payload' ? 'copy'
    and state = 'completed'`
  await untilDecided(async () => (await done.execute(db)).rows.length > 0)
  await finishDeletion()
  expect(await remembered()).toEqual([])
})

const eventsOf = async (accountId: string): Promise<readonly unknown[]> =>
  (await sql`select from analytics_event where account_id = ${accountId}`.execute(db)).rows

test('an analytics event written while the account is being deleted is not kept', async () => {
  const member = await memberWithAll()
  const { accountId, subscriptionId } = member
  const finishDeletion = await beginDeletion(member)
  const payload = { what: 'changed', subscriptionId, accountId, changeId: shop.app.deps.ids.uuid(), action: 'resume', at: shop.app.deps.clock.now().toString() } // prettier-ignore
  await addJobs({ 'analytics: report': [payload] })
  const report = sql`select from pgboss.job where data ->> 'kind' = 'analytics: report' and state = 'completed'
    and data -> 'payload' ->> 'action' = 'resume'`
  await untilDecided(async () => (await report.execute(db)).rows.length > 0)
  await finishDeletion()
  expect(await eventsOf(accountId)).toEqual([])
})

test('an analytics event sent by a browser while the account is being deleted is not stored', async () => {
  const member = await memberWithAll()
  const { accountId } = member
  const page = { type: 'page', name: 'Science', properties: { path: '/science' } } as const
  expect(await member.client.call(collect, { batch: [page] })).toMatchObject({ recorded: 1 })
  expect(await eventsOf(accountId)).not.toEqual([])
  const finishDeletion = await beginDeletion(member)
  let isAnswered = false
  const sent = member.client.call(collect, { batch: [page] }).then((reply) => {
    isAnswered = true
    return reply
  })
  await untilDecided(async () => isAnswered)
  await finishDeletion()
  expect(await sent).toMatchObject({ recorded: 0 })
  expect(await eventsOf(accountId)).toEqual([])
})
