import { afterAll, expect, test } from 'vitest'
import { viewDeskCampaign } from '#desk/campaign-endpoints.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const mira = await joinDesk(api, 'marketing', 'mira-writers')

const at = (id: string, rest = '') => `/api/desk/newsletters/${id}/${rest}`

const view = async (id: string) => viewDeskCampaign.reply.parse((await mira.get(at(id))).json())

const texts = {
  subject: 'What cold does to a capsule',
  preheader: 'Nothing bad, as it turns out',
  heading: 'What cold does',
  'blocks.0.kind': 'paragraph',
  'blocks.0.text': 'We left forty jars outside.',
  'blocks.1.kind': 'button',
  'blocks.1.label': 'Read the whole test',
  'blocks.1.href': '/cultured',
}

/** Saves these texts with some changed, of the version that was read. */
const save = async (id: string, changed: Readonly<Record<string, string>>, base?: number) =>
  mira.post(at(id, 'content/'), {
    base: base ?? (await view(id)).version,
    values: Object.entries({ ...texts, ...changed }).map(([field, value]) => ({ field, value })),
  })

test('two people who write one campaign meet only in the same block, and then see both texts and can go on', async () => {
  const { id } = (await mira.post('/api/desk/newsletters/create/', {})).json()
  await save(id, {})
  const { version } = await view(id)
  await save(id, { 'blocks.0.text': 'We left fifty jars outside.' }, version)
  const segment = { ...(await view(id)).segment, countries: ['US'] }
  // Another block, and the audience, of the version that they read.
  expect((await save(id, { 'blocks.1.label': 'Read it' }, version)).json()).toMatchObject({ state: 'saved' })
  expect((await mira.post(at(id, 'segment/'), { base: version, segment })).statusCode).toBe(200)
  const merged = await view(id)
  const textOf = (field: string, values = merged.values) => values.find((one) => one.field === field)?.value
  expect(merged.segment.countries).toEqual(['US'])
  expect([textOf('blocks.0.text'), textOf('blocks.1.label')]).toEqual([
    'We left fifty jars outside.',
    'Read it',
  ])

  const { theirs, ...conflict } = (
    await save(id, { 'blocks.0.text': 'We left sixty jars outside.', heading: 'Frost' }, version)
  ).json()
  expect(conflict).toEqual({ state: 'conflict', version: merged.version })
  expect(textOf('blocks.0.text', theirs.values)).toBe('We left fifty jars outside.')
  expect(['blocks.0.text', 'blocks.1.label', 'heading'].map((one) => textOf(one, theirs.merged))).toEqual([
    'We left sixty jars outside.',
    'Read it',
    'Frost',
  ])
  expect((await view(id)).version).toBe(merged.version)
  const again = await mira.post(at(id, 'content/'), {
    base: conflict.version,
    values: theirs.merged,
  })
  expect(again.json()).toMatchObject({ state: 'saved' })
  expect(textOf('blocks.0.text', (await view(id)).values)).toBe('We left sixty jars outside.')
  const typed = Object.entries({ ...texts, heading: 'Ice' }).map(([field, text]) => [`f.${field}`, text])
  const page = await mira.form(`/desk/newsletters/${id}`, {
    ...Object.fromEntries(typed),
    base: String(version),
  })
  expect(page).toContain('Changed by')
  expect(page).toContain('<mark>Frost</mark>')
  expect(page).toContain('<mark>Ice</mark>')
  expect(page).toContain('Read it')
  const other = await mira.post(at(id, 'segment/'), {
    base: version,
    segment: { ...segment, countries: ['CA'] },
  })
  expect(other.json().detail).toContain('the audience')
})
