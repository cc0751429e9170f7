import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deleteAccount, exportUser } from '#account/privacy-endpoints.ts'
import { mailContact, viewChallenge } from '#contact/endpoints.ts'
import { listDeskThreads, viewDeskThread } from '#desk/message-endpoints.ts'
import retention from '../../content/retention.json' with { type: 'json' }
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const ines = await joinDesk(api, 'operations', 'ines')
const owner = await joinDesk(api, 'owner', 'olive')

const write = async (
  email: string,
  message: string,
  topic: 'order' | 'reaction' = 'order',
): Promise<void> => {
  await api.forgetCounts()
  const { client } = shop.visitor()
  const challenge = await client.call(viewChallenge, {})
  await shop.advanceSeconds(5)
  const captcha = challenge.kind === 'timed' ? challenge.token : ''
  await client.call(mailContact, { full_name: 'Mara Ito', email, topic, message, captcha })
}

const list = async (state: string, person: DeskPerson = sam) =>
  listDeskThreads.reply.parse((await person.get(`/api/desk/messages/?state=${state}`)).json())

const view = async (id: string) =>
  viewDeskThread.reply.parse((await sam.get(`/api/desk/messages/${id}/`)).json())

const threadOf = async (email: string) => {
  const all = await Promise.all(['waiting', 'answered', 'closed'].map((state) => list(state)))
  const found = all.flatMap(({ threads }) => threads).find((one) => one.email === email)
  if (!found) throw new Error(`nobody wrote from ${email}`)
  return found
}

const answer = (
  person: DeskPerson,
  id: string,
  version: number,
  text: string,
  request = api.opened.deps.ids.uuid(),
) => person.post(`/api/desk/messages/${id}/answer/`, { version, text, request_id: request })

test('messages of one address form one conversation, which is answered by mail in one thread, closed and reopened', async () => {
  const email = 'mara.thread@example.com'
  await write(email, 'Where is it?\n<script>alert(1)</script> http://evil.example')
  const thread = await threadOf(email)
  expect(thread).toMatchObject({ state: 'waiting', name: 'Mara Ito', topic: 'An order or a subscription' })
  const home = await sam.get('/api/desk/home/')
  const waits = home.json().work.find(({ kind }: { kind: string }) => kind === 'message-waiting')
  expect(waits).toMatchObject({ count: 1, title: '1 conversation waits for an answer' })

  const page = await sam.get(`/desk/messages/${thread.id}`)
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; http://evil.example')
  expect(page.body).not.toContain('<script>alert')
  expect(page.body).not.toContain('href="http://evil.example')

  const request = api.opened.deps.ids.uuid()
  const { version } = await view(thread.id)
  const text = 'It left today.\n<b>Thank you</b>'
  // The same form sent twice is one answer.
  const sent = await Promise.all([1, 2].map(() => answer(sam, thread.id, version, text, request)))
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await shop.settled()
  const [mail, ...others] = await shop.mails(email)
  expect(others).toEqual([])
  expect([mail?.subject, mail?.reply_to]).toEqual(['Re: An order or a subscription', 'hello@loam.example'])
  expect(mail?.text).toContain('It left today.\n<b>Thank you</b>')
  expect(mail?.text).toContain('Where is it?')
  expect(mail?.text).toContain('sam, Loam')
  expect(mail?.html).not.toContain('<b>Thank you')
  expect(await threadOf(email)).toMatchObject({ state: 'answered', assigned_to: 'sam' })

  await ines.post(`/api/desk/messages/${thread.id}/close/`, { version: (await view(thread.id)).version })
  expect(await threadOf(email)).toMatchObject({ state: 'closed', id: thread.id })
  await write(email, 'It has not come.')
  expect(await threadOf(email)).toMatchObject({
    state: 'waiting',
    id: thread.id,
    beginning: 'It has not come.',
  })
  await answer(ines, thread.id, (await view(thread.id)).version, 'We send it again.')
  await shop.settled()
  const second = (await shop.mails(email)).find(({ text: body }) => body.includes('We send it again.'))
  expect(second?.text).not.toContain('Where is it?')
  const actions = (await owner.get(`/api/desk/team/log/?subject=message:${thread.id}`)).json().entries
  expect(actions.map(({ action }: { action: string }) => action)).toEqual([
    'message.answered', 'message.closed', 'message.answered', 'message.viewed',
  ]) // prettier-ignore
})

test('of two staff who answer a conversation at once, one succeeds, and the other sees who was first', async () => {
  const email = 'mara.race@example.com'
  await write(email, 'Hello?')
  const { id } = await threadOf(email)
  const { version } = await view(id)
  const answers = await Promise.all([
    answer(sam, id, version, 'Hello from Sam'),
    answer(ines, id, version, 'Hello from Ines'),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json().detail
  expect(refused).toMatch(/The last answer is from (sam|ines)\. Nothing was sent/)
  await shop.settled()
  expect(await shop.mails(email)).toHaveLength(1)
})

test('an answer written before a new message arrived is not sent, and its text stays in the form', async () => {
  const email = 'mara.new@example.com'
  await write(email, 'Is it vegan?')
  const { id } = await threadOf(email)
  const { version } = await view(id)
  await write(email, 'I felt unwell after it.', 'reaction')
  const form = new URLSearchParams({
    intent: 'answer',
    version: `${version}`,
    text: 'Yes, it is vegan.',
    request_id: api.opened.deps.ids.uuid(),
  })
  const posted = await api.inject({
    method: 'POST',
    url: `/desk/messages/${id}`,
    headers: {
      cookie: sam.cookie,
      'content-type': 'application/x-www-form-urlencoded',
      origin: api.opened.deps.publicUrl,
    },
    body: form.toString(),
  })
  expect(posted.body).toContain('The conversation has changed since you opened it.')
  expect(posted.body).toContain('>Yes, it is vegan.</textarea>')
  expect(posted.body).toContain('I felt unwell after it.')
  await shop.settled()
  expect(await shop.mails(email)).toEqual([])
})

test('a conversation can be assigned only to staff who answer messages', async () => {
  const email = 'mara.given@example.com'
  await write(email, 'Hello')
  const { id } = await threadOf(email)
  const { version, staff } = await view(id)
  expect(staff.map(({ name }) => name).toSorted()).toEqual(['ines', 'olive', 'sam'])
  const olu = await joinDesk(api, 'finance', 'olu')
  const { id: finance } = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', olu.email)
    .executeTakeFirstOrThrow()
  const assign = (to: string) => sam.post(`/api/desk/messages/${id}/assign/`, { version, staff_id: to })
  expect((await assign(finance)).statusCode).toBe(400)
  expect((await assign(staff.find(({ name }) => name === 'ines')?.id ?? '')).statusCode).toBe(200)
  const mine = await ines.get('/api/desk/messages/?mine=true')
  expect(mine.json().threads.map((one: { email: string }) => one.email)).toEqual([email])
  for (const person of [olu, await joinDesk(api, 'read-only', 'rae')])
    expect((await person.get(`/desk/messages/${id}`)).statusCode).toBe(404)
})

const left = async (email: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from contact_message where email = ${email})
      + (select count(*) from contact_thread where email = ${email})
      + (select count(*) from contact_answer where text like ${`%${email}%`}) as n`.execute(db)
  return Number(rows[0]?.n)
}

test('messages and answers are in the data download and deleted with the account, and a queued answer is not sent', async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout({})
  const member = await shop.asMember(visitor)
  const { email } = member
  await write(email, 'When does it come?')
  const { id } = await threadOf(email)
  await answer(sam, id, (await view(id)).version, `Tomorrow, ${email}`)
  const data = await member.client.call(exportUser, {})
  expect(data).toMatchObject({ answers_to_messages: [{ text: `Tomorrow, ${email}` }] })
  expect(JSON.stringify(data)).not.toContain(id)
  await shop.settled()
  await write(email, 'And now?')
  await (await subscriptionClient(member)).make({ action: 'cancel' })
  await member.client.call(deleteAccount, { email })
  expect(await left(email)).toBe(0)
  expect((await sam.get(`/api/desk/messages/${id}/`)).statusCode).toBe(404)
})

test('a conversation is deleted with its last message, after the retention period of messages', async () => {
  const email = 'mara.old@example.com'
  await write(email, 'Hello')
  const { id } = await threadOf(email)
  await answer(sam, id, (await view(id)).version, `Hello ${email}`)
  expect(await left(email)).toBe(3)
  await shop.travelDays(retention.contact_messages - 2)
  expect(await left(email)).toBe(3)
  await shop.travelDays(3)
  expect(await left(email)).toBe(0)
})
