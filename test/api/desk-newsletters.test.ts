import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  scheduleDeskCampaign,
  viewCampaignClicks,
  viewCampaignReach,
  viewDeskCampaign,
} from '#desk/campaign-endpoints.ts'
import { listDeskSuppressions } from '#desk/suppression-endpoints.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { setConsent } from '#consent/endpoints.ts'
import { subscribe } from '#newsletter/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { subscribeToNewsletter } from '../support/newsletter.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { loggedActions } from './page-editor.ts'
import { openTestApi } from './test-api.ts'

const secret = Buffer.alloc(32, 7).toString('base64')
const api = await openTestApi(undefined, undefined, { MAIL_WEBHOOK_SECRET: `whsec_${secret}` })
const { shop, opened } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const people = new Map<string, DeskPerson>()
const person = (name: string): DeskPerson => {
  const found = people.get(name)
  if (!found) throw new Error(`nobody is ${name}`)
  return found
}

const mara = shop.visitor()
const june = shop.visitor()

beforeAll(async () => {
  for (const [name, role] of [
    ['mira', 'marketing'],
    ['mats', 'marketing'],
    ['sam', 'support'],
    ['rae', 'read-only'],
    ['omar', 'operations'],
  ] as const)
    people.set(name, await joinDesk(api, role, name))
  for (const visitor of [mara, june]) await subscribeToNewsletter(shop, visitor)
})

const at = (id: string, rest = '') => `/api/desk/newsletters/${id}/${rest}`

const view = async (id: string, who = 'mira') => {
  const reply = await person(who).get(at(id))
  expect(reply.statusCode, reply.body).toBe(200)
  return viewDeskCampaign.reply.parse(reply.json())
}

const reach = async (id: string) =>
  viewCampaignReach.reply.parse((await person('mira').get(at(id, 'reach/'))).json())

const texts = {
  subject: 'What cold does to a capsule',
  preheader: 'Nothing bad, as it turns out',
  heading: 'What cold does',
  'blocks.0.kind': 'paragraph',
  'blocks.0.text': 'We left forty jars outside. <script>alert(1)</script> [Read it](/cultured).',
  'blocks.1.kind': 'button',
  'blocks.1.label': 'Read the whole test',
  'blocks.1.href': '/cultured',
}

const save = async (id: string, changed: Readonly<Record<string, string>>, base?: number) =>
  person('mira').post(at(id, 'content/'), {
    base: base ?? (await view(id)).version,
    values: Object.entries({ ...texts, ...changed }).map(([field, value]) => ({ field, value })),
  })

const newDraft = async (changed: Readonly<Record<string, string>> = {}): Promise<string> => {
  const made = await person('mira').post('/api/desk/newsletters/create/', {})
  const { id } = made.json()
  expect((await save(id, changed)).statusCode).toBe(200)
  return id
}

const schedule = async (id: string, more: object = {}, who = 'mira') =>
  person(who).post(at(id, 'schedule/'), {
    version: (await view(id)).version,
    count: (await reach(id)).count,
    typed: String((await reach(id)).count),
    reason: 'The winter letter',
    request_id: opened.deps.ids.uuid(),
    ...more,
  })

test('marketing writes campaigns without seeing addresses, support sees only suppressed addresses, and other roles have no access', async () => {
  const id = await newDraft()
  expect((await reach(id)).sample.every((email) => email.includes('…'))).toBe(true)
  for (const who of ['sam', 'omar', 'rae']) expect((await person(who).get(at(id))).statusCode).toBe(404)
  expect((await person('rae').post('/api/desk/newsletters/create/', {})).statusCode).toBe(404)
  expect((await person('sam').get('/api/desk/suppressions/')).statusCode).toBe(200)
  for (const who of ['omar', 'rae'])
    expect((await person(who).get('/api/desk/suppressions/')).statusCode).toBe(404)
})

test('typed text is escaped in the mail; a campaign that cannot be sent says why, and the second of two editors loses nothing', async () => {
  const id = await newDraft()
  const { problems, version } = await view(id)
  expect(problems).toEqual([])
  const preview = await person('mira').get(`/desk/newsletters/${id}/preview.html`)
  expect(preview.headers['content-security-policy']).toContain('sandbox')
  expect(preview.body).not.toContain('<script')
  expect(preview.body).toContain('&lt;script&gt;')
  expect((await save(id, { heading: 'Other' }, version - 1)).json()).toMatchObject({
    state: 'conflict',
    version,
    theirs: { by: expect.any(String) },
  })
  expect((await view(id)).version).toBe(version)
  await save(id, { 'blocks.1.href': 'javascript:alert(1)' })
  expect((await view(id)).problems.map(({ check, field }) => [check, field])).toEqual([
    ['texts', 'blocks.1.href'],
  ])
  for (const [changed, check] of [
    [{ 'blocks.0.text': 'See [it](/nowhere-at-all).' }, 'links'],
    [{ 'blocks.0.text': 'See [it](javascript:alert(1)).' }, 'links'],
    [{ 'blocks.0.text': 'It supports digestion.' }, 'claims'],
    [{ 'blocks.0.text': 'It costs {price:syn-rf}.' }, 'texts'],
    [{ 'blocks.2.kind': 'picture', 'blocks.2.name': 'cut-ds', 'blocks.2.alt': '' }, 'pictures'],
  ] as const) {
    await save(id, changed)
    expect((await view(id)).problems.map((one) => one.check)).toEqual([check])
    expect((await schedule(id)).statusCode).toBe(409)
  }
})

test('an audience that cannot match anybody is refused at its field and not saved', async () => {
  const id = await newDraft()
  const { version: base, segment } = await view(id)
  const wrong = { ...segment, plans: ['no-such-plan'], orderedFrom: '2026-11-02', orderedUntil: '2026-11-01' }
  const reply = await person('mira').post(at(id, 'segment/'), { base, segment: wrong })
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([
    400,
    ['segment.plans', 'segment.orderedUntil'],
  ])
  expect((await view(id)).version).toBe(base)
})

test('a small campaign is sent once to each subscriber, with plain links, one-click unsubscribe and no tracking pixel', async () => {
  const id = await newDraft()
  expect((await schedule(id, { typed: '7' })).json().fields).toHaveProperty('typed')
  expect((await schedule(id, { count: 900, typed: '900' })).statusCode).toBe(409)
  const twice = await Promise.all([schedule(id), schedule(id, {}, 'mats')])
  expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(
    scheduleDeskCampaign.reply.parse(twice.find((one) => one.statusCode === 200)?.json()).approval,
  ).toBeNull()
  await shop.advanceSeconds(6)
  const mailsTo = async (email: string) =>
    (await shop.mails(email)).filter(({ subject }) => subject === texts.subject)
  const [mail, ...more] = await mailsTo(june.email)
  expect(more).toEqual([])
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(mail?.text).toContain(`${shop.url}/cultured`)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.text).toContain('100 Orchard Way')
  await shop.advanceSeconds(6)
  expect((await view(id)).state).toBe('sent')
  expect((await view(id)).counts).toMatchObject({ sent: 2, waiting: 0 })
  const file = await person('mira').get(`/desk/newsletters/${id}/results/sent/copies.csv`)
  expect(file.body.split('\r\n')).toHaveLength(4)
  expect(file.body).not.toContain(june.email)
  // A stopped or sent campaign cannot be changed.
  expect((await save(id, {})).statusCode).toBe(409)
  const unsubscribe = /^<(\S+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  await newApiClient(shop.url).send({
    method: 'POST',
    path: unsubscribe.slice(shop.url.length),
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect((await view(id)).counts.unsubscribed).toBe(1)
})

test('a campaign with a claim needs the approval of a second person with a passkey, for exactly the requested text', async () => {
  const id = await newDraft({
    'blocks.0.text': 'It supports digestion. [A study](https://example.org/study).',
    'blocks.0.claim': 'on',
    'blocks.2.kind': 'disclaimer',
  })
  expect((await view(id)).problems).toEqual([])
  const { approval } = scheduleDeskCampaign.reply.parse((await schedule(id)).json())
  expect((await view(id)).state).toBe('draft')
  const decide = (who: string) =>
    person(who).post(`/api/desk/approvals/${approval}/decide/`, { decision: 'approve' })
  expect((await decide('mira')).statusCode).toBe(409)
  expect((await decide('mats')).statusCode).toBe(403)
  await person('mats').confirm(stepUpActions.approve(approval ?? ''))
  expect((await decide('mats')).statusCode).toBe(200)
  expect((await view(id)).state).not.toBe('draft')
  expect((await person('omar').get(`/api/desk/approvals/${approval}/`)).statusCode).toBe(200)
  expect((await decide('omar')).statusCode).toBe(409)
  const stop = await person('mira').post(at(id, 'move/'), { action: 'stop', reason: 'A wrong word' })
  expect([200, 409]).toContain(stop.statusCode)
  expect((await loggedActions(db, 'newsletter.scheduled')).map(({ actor }) => actor)).toContain(
    'mats (marketing)',
  )
})

test('clicks are counted once for recipients who allow analytics, with their orders of the next seven days', async () => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.checkout()
  const member = await shop.asMember(buyer)
  await member.client.call(setConsent, {
    groups: { C0002: true, C0003: false, C0004: false, C0005: false },
    page: '/',
  })
  // Their own mailbox, which they confirmed when they signed in.
  await member.client.call(subscribe, { email: member.email, page: '/' })
  const id = await newDraft({ subject: 'For who allows it' })
  expect((await schedule(id)).statusCode).toBe(200)
  await shop.advanceSeconds(6)
  const mail = (await shop.mails(member.email)).find(({ subject }) => subject === 'For who allows it')
  const links = [...(mail?.text ?? '').matchAll(/\/n\/[\w.-]+/g)].map(([path]) => path)
  expect(links).toHaveLength(2)
  for (const path of [...links, ...links]) {
    const answer = await fetch(`${shop.url}${path}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/cultured'])
  }
  for (const path of ['/n/forged', `${links[0] ?? ''}x`, '/n/https%3A%2F%2Fevil.example'])
    expect((await fetch(`${shop.url}${path}`, { redirect: 'manual' })).status).toBe(404)
  expect((await view(id)).counts).toMatchObject({ clicked: 1, counts_clicks: 1 })
  expect((await view(id)).revenue).toEqual([])
  const clicks = `/api/desk/newsletters/${id}/clicks/`
  expect(viewCampaignClicks.reply.parse((await person('mira').get(clicks)).json())).toEqual({
    links: ['/cultured'],
    clicks: [{ href: '/cultured', day: '2031-01-06', readers: 1 }],
  })
  expect((await person('omar').get(clicks)).statusCode).toBe(
    (await person('omar').get(`/api/desk/newsletters/${id}/`)).statusCode,
  )
  const shown = (await person('mira').get(`/desk/newsletters/${id}/results`)).body
  for (const words of ['Clicks by link', 'Clicks by day', 'Jan 6, 2031']) expect(shown).toContain(words)
  const file = await person('mira').get(`/desk/newsletters/${id}/clicks.csv`)
  expect(file.body.split('\r\n').slice(0, 2)).toEqual(['\uFEFFlink,day,readers', '/cultured,2031-01-06,1'])
  expect(file.body).not.toContain(member.email)
  // A second purchase within a minute would be taken for a mistake.
  await shop.advanceSeconds(120)
  await buyer.add('syn-rf')
  await buyer.checkout()
  expect((await view(id)).revenue).toMatchObject([{ currency: 'USD', orders: 1 }])
})

const sendWebhook = (body: string, key: string, seconds = Math.floor(Date.now() / 1_000)) =>
  api.inject({
    method: 'POST',
    url: '/api/newsletter/webhook/generic',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${createHmac('sha256', Buffer.from(key, 'base64')).update(`msg_1.${seconds}.${body}`).digest('base64')}`,
    },
    body,
  })

test('a signed webhook suppresses an address, a forged or old one does not, and a complaint cannot be removed', async () => {
  const body = JSON.stringify({ event: 'complained', email: mara.email })
  const listed = async (who = 'sam') =>
    listDeskSuppressions.reply.parse((await person(who).get('/api/desk/suppressions/')).json()).suppressions
  expect((await sendWebhook(body, Buffer.alloc(32, 8).toString('base64'))).statusCode).toBe(403)
  expect((await sendWebhook(body, secret, 1_000_000)).statusCode).toBe(403)
  expect(await listed()).toEqual([])
  expect((await sendWebhook(body, secret)).statusCode).toBe(200)
  expect((await sendWebhook(body, secret)).statusCode).toBe(200)
  const [one, ...more] = await listed()
  expect([one?.email, one?.reason, more]).toEqual([mara.email, 'complaint', []])
  expect((await listed('mira'))[0]?.email).toContain('…')
  const remove = (who: string) =>
    person(who).post(`/api/desk/suppressions/${one?.id ?? ''}/remove/`, { reason: 'They asked' })
  expect((await remove('sam')).statusCode).toBe(404)
  expect((await remove('mira')).statusCode).toBe(409)
})
