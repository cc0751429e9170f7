import { afterAll, expect, test } from 'vitest'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { deskVisits } from './desk-impersonation.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const { visit, memberWithId, seenBy, start, agentCookie } = deskVisits(api)
const json = { 'content-type': 'application/json' }

test('pages of a visit are kept nowhere, and shown to nobody else', async () => {
  const member = await memberWithId()
  const { cookie } = await visit(sam, 'reads', member.id)
  for (const url of ['/', '/daily-synbiotic', '/cart', '/contact', '/account/home', '/de/contact']) {
    const own = await api.inject({ method: 'GET', url, headers: { cookie, accept: 'text/html' } })
    const other = await api.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    const names = (body: string) => [member.email, 'sam, for', 'impersonation_session'].filter((word) => body.includes(word)) // prettier-ignore
    expect([url, own.body.includes('impersonation_session')]).toEqual([url, true])
    expect([url, names(other.body)]).toEqual([url, []])
    expect([url, own.headers['cache-control'], own.headers['etag']]).toEqual([url, 'no-store', undefined])
  }
})

test('no other site begins a visit, and no cookie that was there before is that of the visit', async () => {
  const member = await memberWithId()
  await sam.confirm(`act for ${member.id} for 15 minutes`)
  const url = `/api/desk/members/${member.id}/act/`
  const body = JSON.stringify({ reason: 'Asked on the phone', minutes: 15 })
  const forged = [
    { ...json, 'sec-fetch-site': 'cross-site' },
    { ...json, 'sec-fetch-site': 'same-site' },
    { ...json, origin: 'https://evil.example' },
    { ...json, origin: 'null' },
    { ...json, referer: 'https://evil.example/page' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ]
  for (const headers of forged) {
    const answer = await api.inject({
      method: 'POST',
      url,
      headers: { ...headers, cookie: sam.cookie },
      body,
    })
    expect([headers, answer.cookies, [403, 415, 400].includes(answer.statusCode)]).toEqual([
      headers,
      [],
      true,
    ])
  }
  const fixed = `${agentCookie}=${'B'.repeat(43)}`
  const cookie = `${sam.cookie}; ${fixed}`
  const begun = await api.inject({ method: 'POST', url, headers: { ...json, cookie }, body })
  expect([begun.statusCode, begun.cookies.map(({ value }) => value)]).not.toContain('B'.repeat(43))
  expect([begun.statusCode, await seenBy(cookie)]).toEqual([200, null])
})

test('an account that is deleted at the same moment, or was before, is nobody’s to act for', async () => {
  const member = await memberWithId()
  for (const { id } of await member.subscriptions()) await member.client.call(cancelSubscription, { id })
  await member.prove()
  await sam.confirm(`act for ${member.id} for 15 minutes`)
  const [begun] = await Promise.all([
    start(sam, member.id),
    member.client.call(deleteAccount, { email: member.email }),
  ])
  const token = begun.cookies.find(({ name }) => name === agentCookie)?.value ?? ''
  expect(await seenBy(`${sam.cookie}; ${agentCookie}=${token}`)).toBeNull()
  await sam.confirm(`act for ${member.id} for 15 minutes`)
  const after = await start(sam, member.id)
  expect([after.statusCode, after.cookies]).toEqual([404, []])
})
