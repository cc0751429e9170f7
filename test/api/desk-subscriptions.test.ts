import { afterAll, expect, test } from 'vitest'
import { setConsent } from '#consent/endpoints.ts'
import { viewDeskMemberAccount } from '#desk/member-account-endpoints.ts'
import { listSubscriptionChanges } from '#subscription/change/choice-endpoints.ts'
import { previewChange } from '#subscription/change/change-endpoints.ts'
import { viewUser } from '#account/endpoints.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const ines = await joinDesk(api, 'operations', 'ines')
const owner = await joinDesk(api, 'owner', 'olive')
const masked = await joinDesk(api, 'read-only', 'rae')

const memberWithSubscription = async () => {
  const member = await shop.member({ plan: 'monthly refill' })
  const [subscription] = await member.subscriptions()
  const id = subscription?.id ?? ''
  return { member, id, next: subscription?.next_order_on ?? '' }
}

const at = (id: string, what: string): string => `/api/desk/subscriptions/${id}/${what}`

const preview = (person: DeskPerson, id: string, change: object) =>
  person.post(at(id, 'preview/'), { change })

const make = async (person: DeskPerson, id: string, change: object, but: object = {}) => {
  const { token } = (await preview(person, id, change)).json()
  const request = {
    change,
    preview_token: token,
    request_id: api.opened.deps.ids.uuid(),
    reason: 'Asked by mail on Monday',
  }
  return person.post(at(id, 'change/'), { ...request, ...but })
}

test('staff and member get the same preview, byte for byte, with the same token', async () => {
  const { member, id, next } = await memberWithSubscription()
  const later = Temporal.PlainDate.from(next).add({ days: 9 }).toString()
  const address = {
    firstName: 'Mara', lastName: 'Ito', address: '1 Clay Road', unit: '', city: 'Seattle', region: 'WA', zip: '98104',
    country: 'US', phone: '', company: '',
  } // prettier-ignore
  const changes = [
    { action: 'skip' },
    { action: 'move', on: later },
    { action: 'pause' },
    { action: 'pause', until: later },
    { action: 'swap', plan_code: 'pds-rf' },
    { action: 'change-quantity', quantity: 2 },
    { action: 'change-address', address },
    { action: 'cancel' },
  ]
  for (const change of changes) {
    const seen = await api.inject({
      method: 'PUT',
      url: `/api/subscription/${id}/preview`,
      headers: { cookie: cookieHeader(member.client.jar), 'content-type': 'application/json' },
      body: JSON.stringify({ change }),
    })
    const staff = await preview(sam, id, change)
    expect([change.action, staff.statusCode, staff.body]).toEqual([change.action, 200, seen.body])
  }
  // Made with the member's own token.
  const { token } = await member.client.call(previewChange, { id, change: { action: 'skip' } })
  expect((await make(sam, id, { action: 'skip' }, { preview_token: token })).statusCode).toBe(200)
})

test('the member sees who changed what and why, by mail and in the account, and the log has the change once', async () => {
  const { member, id, next } = await memberWithSubscription()
  const later = Temporal.PlainDate.from(next).add({ days: 5 }).toString()
  const request = { request_id: api.opened.deps.ids.uuid(), reason: 'Away <b>until</b> Friday' }
  const change = { action: 'move', on: later }
  const { token } = (await preview(sam, id, change)).json()
  const sent = await Promise.all(
    [1, 2].map(() => sam.post(at(id, 'change/'), { change, preview_token: token, ...request })),
  )
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const mails = (await shop.mails(member.email)).filter(
    ({ subject }) => subject === 'We changed your subscription for you',
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('sam of Loam writes: “Away <b>until</b> Friday”')
  expect(mails[0]?.html).not.toContain('<b>until')
  const { changes } = await member.client.call(listSubscriptionChanges, { id })
  expect(changes[0]).toMatchObject({ by: 'staff', staff: { name: 'sam', reason: request.reason } })
  const page = await api.inject({
    method: 'GET',
    url: `/account/subscriptions/${id}`,
    headers: { cookie: cookieHeader(member.client.jar) },
  })
  expect(page.body).toContain('sam of Loam, for you: “Away &lt;b&gt;until&lt;/b&gt; Friday”')
  const log = (await owner.get(`/api/desk/team/log/?subject=subscription:${id}`)).json().entries
  const actions = log.filter(({ action }: { action: string }) => action === 'subscription.changed')
  expect(actions).toHaveLength(1)
  expect(actions[0]).toMatchObject({
    reason: request.reason,
    after: JSON.stringify({ action: 'move', on: later }),
  })
  expect((await sam.get(`/desk/subscriptions/${id}`)).body).toContain('sam, for the member')
  const hidden = await masked.get(`/desk/subscriptions/${id}`)
  expect([hidden.statusCode, hidden.body.includes('Away'), hidden.body.includes(member.email)]).toEqual([
    200,
    false,
    false,
  ])
})

test('of a change by the member and by staff at once, one succeeds, and the other gets the new totals', async () => {
  const { member, id, next } = await memberWithSubscription()
  const later = Temporal.PlainDate.from(next).add({ days: 5 }).toString()
  const { token } = (await preview(sam, id, { action: 'move', on: later })).json()
  const own = (await member.client.call(previewChange, { id, change: { action: 'skip' } })).token
  const skip = { change: { action: 'skip' }, token: own }
  const [staff, self] = await Promise.all([
    make(sam, id, { action: 'move', on: later }, { preview_token: token }),
    api.inject({
      method: 'PUT',
      url: `/api/subscription/${id}/change`,
      headers: { cookie: cookieHeader(member.client.jar), 'content-type': 'application/json' },
      body: JSON.stringify(skip),
    }),
  ])
  expect([staff.statusCode, self.statusCode].toSorted()).toEqual([200, 409])
  const refused = staff.statusCode === 409 ? staff : self
  expect(refused.json()).toMatchObject({ code: 'TOTAL_CHANGED' })
  expect(refused.json().data.preview.token).not.toBe('')
  // An old form of staff keeps the reason that was typed.
  const form = await api.inject({
    method: 'POST',
    url: `/desk/subscriptions/${id}?change=move`,
    headers: {
      cookie: ines.cookie,
      'content-type': 'application/x-www-form-urlencoded',
      origin: api.opened.deps.publicUrl,
    },
    body: new URLSearchParams({
      on: Temporal.PlainDate.from(next).add({ days: 6 }).toString(),
      token,
      step: 'commit',
      request_id: api.opened.deps.ids.uuid(),
      reason: 'Typed before',
    }).toString(),
  })
  expect(form.body).toContain('This has changed since you last saw it.')
  expect(form.body).toContain('value="Typed before"')
})

test('staff can neither charge nor choose a card, and roles without the right change nothing', async () => {
  const { member, id } = await memberWithSubscription()
  const version = async () =>
    (await db.selectFrom('subscription').select('version').where('id', '=', id).executeTakeFirstOrThrow())
      .version
  const before = await version()
  for (const change of [
    { action: 'order-now' },
    { action: 'reactivate', order_now: true },
    { action: 'apply-coupon', code: 'WELCOME10' },
    { action: 'change-payment-method', payment_method_id: api.opened.deps.ids.uuid() },
  ])
    expect((await preview(owner, id, change)).statusCode).toBe(400)
  for (const role of ['marketing', 'finance', 'read-only'] as const) {
    const person = await joinDesk(api, role, `no-${role}`)
    expect((await preview(person, id, { action: 'skip' })).statusCode).toBe(404)
    expect((await person.get(`/desk/subscriptions/${id}?change=skip`)).body).not.toContain('Skip this order')
  }
  expect((await make(sam, id, { action: 'skip' }, { reason: '' })).statusCode).toBe(400)
  expect((await make(sam, id, { action: 'skip' }, { preview_token: 'x' })).statusCode).toBe(409)
  expect(await version()).toBe(before)
  await (await subscriptionClient(member)).make({ action: 'cancel' })
})

test('a subscription is found by its id or the beginning of the id, and the result contains nothing of the member', async () => {
  const { member, id } = await memberWithSubscription()
  const own = expect.objectContaining({ kind: 'subscription', href: `/desk/subscriptions/${id}` })
  const search = async (person: DeskPerson, q: string) =>
    (await person.get(`/api/desk/search/?q=${encodeURIComponent(q)}`)).json().found
  for (const q of [id, id.toUpperCase(), id.replaceAll('-', ''), `${id.slice(0, 23)}…`])
    expect([q, await search(sam, q)]).toEqual([q, [own]])
  // Those of about a minute begin with the same eight.
  expect(await search(sam, id.slice(0, 8))).toContainEqual(own)
  expect(await search(sam, id.slice(0, 7))).toEqual([])
  expect(await search(sam, `${id.slice(0, 23)}-0000`)).toEqual([])
  const seen = await search(masked, id.slice(0, 23))
  expect(seen).toEqual([own])
  expect(JSON.stringify(seen)).not.toContain(member.email)
  expect((await masked.get(`/desk/find?q=${id.slice(0, 23)}`)).body).not.toContain(member.email)
})

test('the member page shows the next six orders of all subscriptions with their totals', async () => {
  const { member, id, next } = await memberWithSubscription()
  await member.add('pds-rf')
  await member.checkout({})
  const { externalId: account } = await member.client.call(viewUser, {})
  const { orders } = (await sam.get(`/api/desk/members/${account}/coming/`)).json()
  expect(orders).toHaveLength(6)
  expect(orders.map(({ on }: { on: string }) => on)).toEqual(
    orders.map(({ on }: { on: string }) => on).toSorted(),
  )
  const [subscription] = await member.subscriptions()
  const own = orders.find((one: { subscription_id: string }) => one.subscription_id === id)
  expect([own.on, own.total]).toEqual([next, subscription?.upcoming_order?.total])
  expect((await sam.get(`/desk/members/${account}`)).body).toContain(`/desk/subscriptions/${id}`)
})

test('the account page shows cards, sessions and consent, and ending a session logs the reason', async () => {
  const { member, id } = await memberWithSubscription()
  const { externalId: account } = await member.client.call(viewUser, {})
  const rival = await memberWithSubscription()
  const { externalId: stranger } = await rival.member.client.call(viewUser, {})
  await member.client.call(setConsent, { groups: { C0002: true }, page: '/science' })
  const look = async (person: DeskPerson) =>
    viewDeskMemberAccount.reply.parse((await person.get(`/api/desk/members/${account}/account/`)).json())
  const seen = await look(sam)
  expect(seen.cards).toMatchObject([{ is_default: true, state: 'good' }])
  expect(seen.consents.map(({ group, is_allowed: isAllowed }) => [group, isAllowed])).toContainEqual([
    'C0002',
    true,
  ])
  expect((await look(masked)).sessions).toBeNull()
  const session = seen.sessions?.[0]?.id ?? ''
  const end = (person: DeskPerson, of: string, reason = 'Called: the phone is lost') =>
    person.post(`/api/desk/members/${of}/sessions/${session}/end/`, { reason })
  expect((await end(sam, account, ' ')).json().fields).toHaveProperty('reason')
  expect((await end(masked, account)).statusCode).toBe(404)
  // Nobody can be signed out through the page of another member.
  expect((await end(sam, stranger)).statusCode).toBe(409)
  const page = `/desk/members/${account}?end=${session}`
  const posted = { intent: 'end-session', session_id: session, reason: 'no' }
  expect(await sam.form(page, posted)).toMatch(/value="no".*Please say why\./s)
  expect((await look(sam)).sessions).toHaveLength(1)
  expect((await end(sam, account)).statusCode).toBe(200)
  expect((await end(sam, account)).statusCode).toBe(409)
  const headers = { cookie: cookieHeader(member.client.jar) }
  const home = await api.inject({ method: 'GET', url: '/account/home', headers })
  expect(home.headers.location).toContain('/login')
  const logged = await db
    .selectFrom('audit_entry')
    .select(['actor', 'reason', 'subject'])
    .where('act', '=', 'member.session-ended')
    .execute()
  expect(logged).toEqual([
    { actor: 'sam (support)', reason: 'Called: the phone is lost', subject: `account:${account}` },
  ])
  // The search begins with what was opened last; for roles that see no names it begins with nothing.
  const recent = async (person: DeskPerson) => (await person.get('/api/desk/search/')).json().recent
  expect((await recent(sam))[0]).toMatchObject({ kind: 'member', href: `/desk/members/${account}` })
  expect(await recent(masked)).toEqual([])
  expect((await owner.get('/desk/find?q=audit')).body).toContain('Open Audit log')
  expect((await sam.get(`/desk/subscriptions/${id}`)).body).toContain('Calendar of the next orders')
})
