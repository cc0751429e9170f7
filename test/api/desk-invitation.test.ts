import { afterAll, expect, test } from 'vitest'
import { softAuthenticator } from '../account/soft-authenticator.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { deps } = api.opened
afterAll(() => api.close())

const olive = await joinDesk(api, 'owner', 'olive')

const invite = async (email: string, role: string) => {
  await olive.confirm(`invite ${email} as ${role}`)
  return olive.post('/api/desk/team/', { email, role })
}

const linkIn = (text: string): string => /\/desk\/join\/(\S+)/.exec(text)?.[1] ?? ''

const linksTo = async (email: string): Promise<readonly string[]> => {
  await shop.settled()
  return (await shop.mails(email)).map(({ text }) => linkIn(text)).filter((token) => token !== '')
}

/** Makes a passkey by a link; the status, and which cookies were set. */
const join = async (token: string) => {
  const headers = { 'content-type': 'application/json' }
  const post = (url: string, body: object, cookie = '') =>
    api.inject({ method: 'POST', url, headers: { ...headers, cookie }, body: JSON.stringify(body) })
  const started = await post(`/api/desk/join/${token}/start/`, {})
  if (started.statusCode !== 200) return started.statusCode
  const credential = softAuthenticator(deps.publicUrl).register(started.json().options.challenge)
  const cookie = started.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const body = { name: 'Dario', passkey_name: 'phone', credential }
  return (await post(`/api/desk/join/${token}/`, body, cookie)).statusCode
}

test('an owner who makes a link for a colleague never has it: it is mailed to the colleague, and makes one passkey', async () => {
  const dario = await joinDesk(api, 'operations', 'dario')
  const answer = await invite(dario.email, 'operations')
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
  const log = await olive.get('/api/desk/team/log/')
  expect([answer.body, log.body].join()).not.toContain('/desk/join/')
  const [token = ''] = await linksTo(dario.email)
  expect(await join(token)).toBe(200)
  expect(await join(token)).not.toBe(200)
  // The colleague reads who asked for it.
  const [mail] = (await shop.mails(dario.email)).slice(-1)
  expect(mail?.text).toContain('olive (owner)')
})

test('a new person joins by the mailed link, the page of the team shows none, and a second invitation replaces the first', async () => {
  const email = 'newcomer@staff.example'
  await olive.confirm(`invite ${email} as support`)
  const page = await olive.form('/desk/team', { intent: 'invite', email, role: 'support' })
  expect(page).toContain(`A link was sent to ${email}.`)
  expect(page).not.toContain('/desk/join/')
  const [first = ''] = await linksTo(email)
  expect((await invite(email, 'support')).statusCode).toBe(200)
  const [, second = ''] = await linksTo(email)
  expect(await join(first)).not.toBe(200)
  expect(await join(second)).toBe(200)
})

test('nobody gets a link who was removed before it was mailed', async () => {
  const email = 'short@staff.example'
  expect((await invite(email, 'support')).statusCode).toBe(200)
  const { people } = (await olive.get('/api/desk/team/')).json()
  const { id } = people.find((one: { email: string }) => one.email === email)
  await olive.confirm(`end ${id}`)
  const ended = await api.inject({ method: 'DELETE', url: `/api/desk/team/${id}/`, headers: { cookie: olive.cookie, 'content-type': 'application/json' }, body: '{}' }) // prettier-ignore
  expect(ended.statusCode).toBe(200)
  for (const token of await linksTo(email)) expect(await join(token)).not.toBe(200)
})
