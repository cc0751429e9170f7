import { afterAll, expect, test } from 'vitest'
import { viewDeskEntry } from '#desk/catalogue-endpoints.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())
const { deps } = api.opened

const mira = await joinDesk(api, 'marketing', 'mira')
const omar = await joinDesk(api, 'operations', 'omar')

const code = 'syn-wk'
const view = async () =>
  viewDeskEntry.reply.parse((await mira.get(`/api/desk/catalogue/entries/${code}/`)).json())

const text = (values: readonly { readonly field: string; readonly value: string }[]) =>
  values.find(({ field }) => field === 'name')?.value

/** The entry with another name, as the form sends it. */
const changed = async (name: string) => {
  const { values, versions } = await view()
  return {
    base: versions[0]?.number ?? 0,
    values: values.map((one) => (one.field === 'name' ? { ...one, value: name } : one)),
  }
}

const path = `/api/desk/catalogue/entries/${code}`
const ask = (person: DeskPerson, sent: object, requestId = deps.ids.uuid()) =>
  person.post(`${path}/request/`, { reason: 'For the autumn', request_id: requestId, ...sent })
const decide = (person: DeskPerson, id: string, decision: string) =>
  person.post(`/api/desk/approvals/${id}/decide/`, { decision, note: 'seen' })

test('marketing requests a catalogue change, and a person who may publish publishes exactly that change', async () => {
  const sent = await changed('Autumn Synbiotic')
  expect((await mira.post(`${path}/publish/`, sent)).statusCode).toBe(404)
  const requestId = deps.ids.uuid()
  const { id } = (await ask(mira, sent, requestId)).json()
  // Sent twice it is one request.
  expect((await ask(mira, sent, requestId)).json().id).toBe(id)
  expect((await decide(mira, id, 'approve')).json().detail).toContain('another person decides')
  const other = await joinDesk(api, 'marketing', 'milo')
  expect((await decide(other, id, 'approve')).json().detail).toContain(
    'Operations or an owner decides on the catalogue',
  )
  expect((await (await joinDesk(api, 'support', 'sam')).get(`/api/desk/approvals/${id}/`)).json().entry).toBe(
    code,
  )
  const seen = (await omar.get(`/api/desk/approvals/${id}/`)).json()
  expect(seen).toMatchObject({
    kind: 'catalogue-entry',
    entry: code,
    refusal: null,
    reason: 'For the autumn',
  })
  expect(seen.contents).toEqual([expect.stringContaining('→ Autumn Synbiotic')])
  expect((await omar.get(`/desk/approvals/${id}`)).body).toContain(`Change of ${code}`)
  expect((await decide(omar, id, 'approve')).json().code).toBe('PROOF_REQUIRED')
  expect(text((await view()).values)).not.toBe('Autumn Synbiotic')
  await omar.confirm(`approve ${id}`)
  expect((await decide(omar, id, 'approve')).json().text).toContain('is published')
  expect(text((await view()).values)).toBe('Autumn Synbiotic')
  await omar.confirm(`approve ${id}`)
  expect((await decide(omar, id, 'approve')).json().detail).toContain('approved before')
})

test('a catalogue change that is stale, invalid or empty can be neither requested nor published', async () => {
  const stale = await changed('Winter Synbiotic')
  const { id } = (await ask(mira, stale)).json()
  expect((await omar.post(`${path}/publish/`, await changed('Spring Synbiotic'))).statusCode).toBe(200)
  expect((await omar.get(`/api/desk/approvals/${id}/`)).json().refusal).toContain('was changed since')
  await omar.confirm(`approve ${id}`)
  expect((await decide(omar, id, 'approve')).statusCode).toBe(409)
  expect(text((await view()).values)).toBe('Spring Synbiotic')
  expect((await ask(mira, stale)).statusCode).toBe(409)
  expect((await ask(mira, await changed('Spring Synbiotic'))).json().detail).toBe('Nothing is different.')
  expect((await ask(mira, await changed(''))).statusCode).toBe(400)
  expect((await ask(mira, { ...(await changed('Other')), reason: '' })).json().fields).toHaveProperty(
    'reason',
  )
  expect((await decide(omar, id, 'refuse')).json().text).toContain('refused')
})

test.each(['support', 'finance', 'read-only'] as const)(
  '%s cannot request a catalogue change',
  async (role) => {
    expect((await ask(await joinDesk(api, role), await changed('Other'))).statusCode).toBe(404)
  },
)

test('the catalogue page works without scripts: marketing requests a change and sees why a request is refused', async () => {
  const { values, base } = await changed('Summer Synbiotic')
  const fields = {
    ...Object.fromEntries(values.map(({ field, value }) => [field, value])),
    base: String(base),
  }
  const url = `/desk/catalogue/entries/${code}`
  const preview = await mira.form(url, fields)
  expect(preview).toContain('Ask for it')
  expect(preview).not.toContain('>Publish<')
  const asked = { ...fields, intent: 'ask', request_id: deps.ids.uuid() }
  expect(await mira.form(url, { ...asked, reason: 'x' })).toContain('Please give a reason.')
  await mira.form(url, { ...asked, reason: 'For the summer' })
  expect((await mira.get('/desk/approvals')).body).toContain(`Change of ${code}`)
  expect(await omar.form(url, fields)).toContain('>Publish<')
})

test('of a publication and an approval at the same moment one is done, and the other one reads why in words of the catalogue', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id } = (await ask(mira, await changed(`Asked ${round}`))).json()
    const own = await changed(`Own ${round}`)
    await omar.confirm(`approve ${id}`)
    const owner = await joinDesk(api, 'owner')
    const both = await Promise.all([decide(omar, id, 'approve'), owner.post(`${path}/publish/`, own)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const isApproved = both[0].statusCode === 200
    expect(text((await view()).values)).toBe(isApproved ? `Asked ${round}` : `Own ${round}`)
    expect(both[isApproved ? 1 : 0].json().detail).toMatch(
      /changed (this entry meanwhile|since it was asked for)/,
    )
    expect((await omar.get(`/api/desk/approvals/${id}/`)).json().state).toBe(isApproved ? 'approved' : 'open')
  }
})

test('two who approve and one who withdraws at the same moment: one outcome, and the others read whose', async () => {
  const owner = await joinDesk(api, 'owner', 'olive')
  for (let round = 0; round < 3; round += 1) {
    const { id } = (await ask(mira, await changed(`Together ${round}`))).json()
    for (const person of [omar, owner]) await person.confirm(`approve ${id}`)
    const all = await Promise.all([
      decide(omar, id, 'approve'),
      decide(owner, id, 'approve'),
      decide(mira, id, 'withdraw'),
    ])
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  }
})

test('who asks while somebody else publishes reads what changed, and the reason that was typed is still there', async () => {
  const { values, base } = await changed('Late Synbiotic')
  const fields = Object.fromEntries(values.map(({ field, value }) => [field, value]))
  expect((await omar.post(`${path}/publish/`, await changed('Earlier Synbiotic'))).statusCode).toBe(200)
  const sent = { ...fields, base: String(base), intent: 'ask', request_id: deps.ids.uuid() }
  const page = await mira.form(`/desk/catalogue/entries/${code}`, {
    ...sent,
    reason: 'A reason that was typed',
  })
  expect(page).toContain('Changed by someone else meanwhile')
  expect(page).toContain('A reason that was typed')
})
