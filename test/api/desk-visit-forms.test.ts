import { afterAll, expect, test } from 'vitest'
import { cookieHeader, openTestApi } from './test-api.ts'
import { deskVisits } from './desk-impersonation.ts'
import { joinDesk } from './desk-person.ts'

const api = await openTestApi()
afterAll(() => api.close())

const db = api.shop.app.database.kysely
const { visit, memberWithId, seenBy } = deskVisits(api)
const person = await joinDesk(api, 'support', 'Inês')

const fieldsOf = (form: string): readonly (readonly [string, string])[] =>
  [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )

/** The hidden fields of the form of a page that has this button, as its browser sends them. */
const formOn = async (cookie: string, url: string, button: string) => {
  const { body } = await api.inject({ method: 'GET', url, headers: { cookie } })
  const form = body.match(/<form [\s\S]*?<\/form>/g)?.find((one) => one.includes(button))
  if (form === undefined) throw new Error(`${url} has no form with ${button}`)
  return fieldsOf(form)
}

type Fields = Awaited<ReturnType<typeof formOn>>

const send = (cookie: string, url: string, hidden: Fields, typed: Readonly<Record<string, string>>) =>
  api.inject({
    method: 'POST',
    url,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: String(
      new URLSearchParams([...hidden.map(([name, value]) => [name, value]), ...Object.entries(typed)]),
    ),
  })

const nameOf = async (id: string) =>
  (await db.selectFrom('account').select('last_name').where('id', '=', id).executeTakeFirstOrThrow())
    .last_name

const settings = '/account'
const names = { intent: 'names', firstName: 'Ann', lastName: 'Moved', phone: '' }
const sentence = 'Nothing was changed. Open the page again'

test('a form of one member’s page that is sent in the visit of another member changes nobody', async () => {
  const [ann, ben] = [await memberWithId(), await memberWithId()]
  const first = await visit(person, 'writes', ann.id)
  const form = await formOn(first.cookie, settings, 'value="names"')
  const intent = await formOn((await visit(person, 'reads', ann.id)).cookie, '/agent', 'name="intent"')
  const before = await nameOf(ben.id)
  const second = await visit(person, 'writes', ben.id)
  const sent = await send(second.cookie, settings, form, names)
  expect([await nameOf(ben.id), await nameOf(ann.id)]).toEqual([before, before])
  expect([sent.statusCode, sent.body.includes(sentence)]).toEqual([409, true])
  const reading = await visit(person, 'reads', ben.id)
  await send(reading.cookie, '/agent', intent, { operation: 'write', intent: 'of Ann' })
  const { intent: stored } = await db
    .selectFrom('impersonation')
    .select('intent')
    .where('account_id', '=', ben.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(stored).toBeNull()
  // Its own form does it.
  const own = await visit(person, 'writes', ben.id)
  const done = await send(own.cookie, settings, await formOn(own.cookie, settings, 'value="names"'), names)
  expect([done.statusCode, await nameOf(ben.id)]).toEqual([303, 'Moved'])
})

test('a form of a page that was open before the visit changes nothing in it, and one of the visit nothing afterwards', async () => {
  const [ann, own] = [await memberWithId(), await memberWithId()]
  await own.signIn()
  const session = cookieHeader(own.client.jar)
  const before = await formOn(session, settings, 'value="names"')
  const { cookie } = await visit(person, 'writes', ann.id)
  const old = await nameOf(ann.id)
  expect((await send(cookie, settings, before, names)).statusCode).toBe(409)
  expect(await nameOf(ann.id)).toBe(old)
  const during = await formOn(cookie, settings, 'value="names"')
  expect(await seenBy(session)).toBe(own.email)
  expect((await send(session, settings, during, names)).statusCode).toBe(409)
  expect(await nameOf(own.id)).toBe(old)
  expect((await send(session, settings, before, names)).statusCode).toBe(303)
})

test('a form with photos says it too', async () => {
  const [ann, ben] = [await memberWithId(), await memberWithId()]
  const { cookie } = await visit(person, 'writes', ann.id)
  const form = await formOn(cookie, '/agent', 'value="end"')
  const [name, value] = form.at(-1) ?? ['', '']
  const second = await visit(person, 'writes', ben.id)
  const withFiles = (sent: string) =>
    api.inject({
      method: 'POST',
      url: '/problem',
      headers: {
        cookie: second.cookie,
        'content-type': 'multipart/form-data; boundary=edge',
        accept: 'text/html',
      },
      body: `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${sent}\r\n--edge--\r\n`,
    })
  expect((await withFiles(value)).body.includes(sentence)).toBe(true)
  const [, own = ''] = (await formOn(second.cookie, '/agent', 'value="end"')).at(-1) ?? []
  expect((await withFiles(own)).body.includes(sentence)).toBe(false)
})
