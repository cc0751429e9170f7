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
})

/** The fields of the form of an audience, as a browser sends them. */
const entered = {
  countries: '',
  currencies: '',
  plans: '',
  products: '',
  subscribedFrom: '',
  subscribedUntil: '',
}

test('two people who change the audience of one campaign meet only in the same condition, and then see both and can go on', async () => {
  const { id } = (await mira.post('/api/desk/newsletters/create/', {})).json()
  const { version, segment } = await view(id)
  const choose = async (changed: object, base = version) =>
    (await mira.post(at(id, 'segment/'), { base, segment: { ...segment, ...changed } })).json()
  const stored = async () => (await view(id)).segment
  expect(await choose({ countries: ['US'] })).toMatchObject({ state: 'saved', theirs: null })
  expect(await choose({ cart: 'abandoned' })).toMatchObject({ state: 'saved', theirs: null })
  expect(await stored()).toEqual({ ...segment, countries: ['US'], cart: 'abandoned' })
  const latest = (await view(id)).version
  const merged = { ...segment, countries: ['CA'], membership: 'members', cart: 'abandoned' }
  expect(await choose({ countries: ['CA'], membership: 'members' })).toEqual({
    state: 'conflict',
    version: latest,
    theirs: { by: expect.any(String), segment: { ...segment, countries: ['US'], cart: 'abandoned' }, merged },
  })
  expect((await view(id)).version).toBe(latest)

  const path = `/desk/newsletters/${id}/audience`
  const page = await mira.form(path, { ...entered, countries: 'CA', base: String(version) })
  for (const text of ['Changed by', '<mark>US</mark>', '<mark>CA</mark>', `name="base" value="${latest}"`])
    expect(page).toContain(text)
  expect(page).toMatch(/value="abandoned" selected|selected="" value="abandoned"/)
  expect(await choose(merged, latest)).toMatchObject({ state: 'saved' })
  expect(await stored()).toEqual(merged)
})

test('a refused audience is corrected for the version that it was entered for, so that nobody’s change is undone', async () => {
  const { id } = (await mira.post('/api/desk/newsletters/create/', {})).json()
  const { version, segment } = await view(id)
  await mira.post(at(id, 'segment/'), { base: version, segment: { ...segment, cart: 'abandoned' } })
  const path = `/desk/newsletters/${id}/audience`
  const refused = await mira.form(path, { ...entered, countries: 'XX', base: String(version) })
  expect(refused).toContain('There is no country XX.')
  const base = /name="base" value="(\d+)"/.exec(refused)?.[1] ?? ''
  await mira.form(path, { ...entered, countries: 'US', base })
  expect((await view(id)).segment).toEqual({ ...segment, countries: ['US'], cart: 'abandoned' })
})
