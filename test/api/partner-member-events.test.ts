import { afterAll, expect, test } from 'vitest'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { updateUser } from '#account/settings-endpoints.ts'
import { viewUser } from '#account/endpoints.ts'
import { setConsent } from '#consent/endpoints.ts'
import { openTestApi } from './test-api.ts'
import { openWebhookDesk } from './webhook-desk.ts'

const api = await openTestApi()
const { shop } = api
const desk = await openWebhookDesk(api)
afterAll(async () => {
  await desk.end()
  await api.close()
})

test('partners get events when a member is created, changed and erased, in that order, and each event names the member by number only', async () => {
  const { receiver } = await desk.subscribe()
  const visitor = shop.visitor()
  await visitor.add('vs-rst')
  await visitor.checkout()
  const member = await shop.asMember(visitor)
  const { externalId: id } = await member.client.call(viewUser, {})
  const mine = () => receiver.taken().filter(({ data }) => data['id'] === id)
  const until = (type: string, count = 1) =>
    receiver.until(() => mine().filter((message) => message.type === type).length === count)
  await until('member.created')
  const groups = { C0002: true, C0003: false, C0004: true, C0005: false }
  // The same choice again is no change.
  for (const chosen of [groups, groups, { ...groups, C0002: false }])
    await member.client.call(setConsent, { groups: chosen, page: '/' })
  await until('member.consent_changed', 2)
  await member.client.call(updateUser, {
    firstName: 'Ottoline',
    lastName: 'Quillfeather',
    phone: '5035550199',
  })
  await until('member.changed')
  await member.prove()
  await member.client.call(deleteAccount, { email: member.email })
  await until('member.erased')
  expect(mine().map(({ type }) => type)).toEqual([
    'member.created',
    'member.consent_changed',
    'member.consent_changed',
    'member.changed',
    'member.erased',
  ])
  const facts = { id, created_at: expect.any(String) }
  const allowed = {
    id,
    chosen_at: expect.any(String),
    preferences: false,
    advertising: true,
    social_media: false,
  }
  expect(mine().map(({ data }) => data)).toEqual([
    { ...facts, state: 'active' },
    { ...allowed, analytics: true },
    { ...allowed, analytics: false },
    { ...facts, state: 'active' },
    { ...facts, state: 'erased' },
  ])
  // In every event of the shop, and in what is stored of them.
  const { rows } = await shop.app.database.pool.query('select facts::text as text from partner_event')
  const texts = [...receiver.taken().map(({ body }) => body), ...rows.map(({ text }) => text)].join('\n')
  for (const secret of [member.email, 'Ottoline', 'Quillfeather', '5035550199'])
    expect(texts).not.toContain(secret)
  // What is left of them is deleted as every event is.
  await shop.travelDays(31)
  const left = await shop.app.database.pool.query(`select 1 from partner_event where facts ->> 'id' = $1`, [
    id,
  ])
  expect(left.rowCount).toBe(0)
})
