import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { comparePageVersions } from '#desk/page-version-endpoints.ts'
import { listDeskPages, saveDeskPart } from '#desk/page-endpoints.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import {
  createPageEditor,
  loggedActions,
  pageAddress as at,
  pageInCms,
  photoWithNames,
  typedTime,
} from './page-editor.ts'
import { root } from '../support/in-process-shop.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop, opened } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const omar = await joinDesk(api, 'operations', 'omar-pages')
const mira = await joinDesk(api, 'marketing', 'mira-pages')
const sam = await joinDesk(api, 'support', 'sam-pages')
const fay = await joinDesk(api, 'finance', 'fay-pages')

const { view, partOf, save, publish } = createPageEditor(mira)
const pageOf = async (path: string) => (await fetch(`${shop.url}${path}`)).text()

test('operations, marketing and owners have access to content pages; support and finance do not', async () => {
  expect((await mira.get('/api/desk/pages/')).statusCode).toBe(200)
  for (const person of [sam, fay]) {
    expect((await person.get('/api/desk/pages/')).statusCode).toBe(404)
    expect((await person.get(at('accessibility'))).statusCode).toBe(404)
    expect((await person.get('/api/desk/uploads/')).statusCode).toBe(404)
  }
})

const folder = await mkdtemp(join(tmpdir(), 'loam-pages-'))
afterAll(() => rm(folder, { recursive: true }))
const command = (...args: readonly string[]) => runShopCommand(shop, 'pages', ...args)

test('pages are exported byte for byte as the files they came from', async () => {
  expect((await command('export', folder)).lines).toEqual([`73 pages are in ${folder}.`])
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((one) => one.endsWith('.json')))
    expect(await readFile(join(folder, name), 'utf8'), name).toBe(
      await readFile(join(root, 'content/pages', name), 'utf8'),
    )
  expect((await command('import', folder)).lines).toEqual(['The pages say all of that already.'])
  expect((await command()).lines).toEqual(['Every page is what its file in content/pages says.'])
})

test('an import of page files is applied completely or not at all, and every process shows the pages', async () => {
  const file = join(folder, 'refills.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('"slug": "refills"', '"slug": "press"'))
  expect(await command('import', folder)).toMatchObject({ code: 1 })
  await writeFile(file, text.replace(/"heading": "[^"]+"/, '"heading": "Imported"'))
  expect((await command('import', folder, '--dry-run')).lines).toEqual([
    'refills: 1 texts',
    'Pages that would change: 1. Nothing was changed.',
  ])
  expect((await command('import', folder)).lines).toEqual(['refills: 1 texts', 'Published pages: 1.'])
  await expect.poll(() => pageOf('/refills')).toContain('Imported')
  expect((await command()).lines[0]).toMatch(
    /^refills {2}version 2, .*: 1 texts are different from its file$/,
  )
})

test('a published page is shown to visitors of every process at once, and a draft to nobody', async () => {
  const before = await pageOf('/accessibility')
  const ofPublished = (await view('accessibility')).preview ?? ''
  const title = await partOf('accessibility', 'title')
  expect((await save(title, { lead: 'Everybody can use this shop, with any device.' })).json()).toMatchObject(
    { state: 'saved' },
  )
  expect(await pageOf('/accessibility')).toBe(before)
  const { preview, changes } = await view('accessibility')
  expect(changes).toBe(1)
  const shownAt = async (link: string) => {
    const { pathname, search } = new URL(link)
    return (await api.inject({ method: 'GET', url: `${pathname}${search}` })).body
  }
  expect(await shownAt(preview ?? '')).toContain('with any device')
  expect(await shownAt(ofPublished)).toContain('Preview')
  expect(await shownAt(ofPublished)).not.toContain('with any device')
  expect((await publish('accessibility', { note: 'Shorter' })).json()).toEqual({ version: 2 })
  // The other process, which had the page in its cache.
  await expect.poll(() => pageOf('/accessibility')).toContain('with any device')
  expect((await pageInCms(api, 'accessibility')).page.sections[0].lead).toBe(
    'Everybody can use this shop, with any device.',
  )
  expect(await loggedActions(db, 'page.published')).toEqual([
    { actor: 'mira-pages (marketing)', subject: 'page:accessibility' },
  ])
  const compared = comparePageVersions.reply.parse((await mira.get(at('accessibility', 'versions/'))).json())
  expect(compared.versions.map(({ number, by, is_live: isLive }) => [number, by, isLive])).toEqual([
    [2, 'mira-pages', true],
    [1, 'the shop’s files', false],
  ])
  expect(compared.changes).toHaveLength(1)
  expect((await view('accessibility')).revision).toBe(0)
})

test('changes of two people to different blocks are both saved, and of two changes to the same block the second is refused and its text kept', async () => {
  const [one, other] = [await partOf('press', 'paragraph', 0), await partOf('press', 'paragraph', 1)]
  const rival = await partOf('press', 'paragraph', 0)
  expect((await save(one, { text: 'Hers.' })).json()).toMatchObject({ state: 'saved' })
  expect((await save(other, { text: 'His, of another block.' }, omar)).json()).toMatchObject({
    state: 'saved',
  })
  const answer = saveDeskPart.reply.parse((await save(rival, { text: 'His, of the same.' }, omar)).json())
  expect(answer).toMatchObject({ state: 'conflict', theirs: { by: 'mira-pages' } })
  expect(answer.theirs?.values).toContainEqual({ field: 'text', value: 'Hers.' })
  expect((await view('press', one.part.id)).part.values).toContainEqual({ field: 'text', value: 'Hers.' })
  // On top of hers, as he has seen it.
  expect((await save(rival, { text: 'His, on top.' }, omar, answer.revision)).json()).toMatchObject({
    state: 'saved',
  })
  expect((await view('press', one.part.id)).part).toMatchObject({ by: 'omar-pages', text: 'His, on top.' })
  const { revision } = await view('press')
  expect((await mira.post(at('press', 'draft/discard/'), { revision: revision - 1 })).statusCode).toBe(409)
  expect((await mira.post(at('press', 'draft/discard/'), { revision })).statusCode).toBe(200)
  const late = await save(rival, { text: 'Too late.' }, omar, answer.revision)
  expect(late.json()).toMatchObject({ state: 'conflict' })
})

test('sections and blocks are added, moved, copied and removed', async () => {
  const first = await partOf('press', 'paragraph')
  const { version } = first
  const edit = (part: string, name: string, base: number, type = 'paragraph') =>
    mira.post(at('press', `parts/${part}/structure/`), { version, base, action: name, type })
  const added = (await edit(first.part.id, 'add-block', 0)).json().part
  const order = async () => (await view('press')).parts.map(({ id }) => id)
  const place = async (id: string) => (await order()).indexOf(id)
  expect(await place(added)).toBe((await place(first.part.id)) + 1)
  await edit(added, 'up', 0)
  expect(await place(added)).toBe((await place(first.part.id)) - 1)
  // A new paragraph says nothing, so the page cannot be published, and is not shown.
  const unready = await view('press')
  expect(unready.problems).toMatchObject([{ check: 'texts', part: added, field: 'text' }])
  expect((await publish('press')).statusCode).toBe(409)
  const copy = (await edit(first.part.id, 'duplicate', 0)).json().part
  expect((await view('press', copy)).part.text).toBe(first.part.text)
  const { revision } = (await view('press', added)).part
  expect((await edit(added, 'remove', revision - 1)).json().detail).toContain('Someone changed it meanwhile')
  expect((await edit(added, 'remove', revision)).statusCode).toBe(200)
  expect(await order()).not.toContain(added)
  await mira.post(at('press', 'draft/discard/'), { revision: (await view('press')).revision })
})

test('a page with a broken link, or with an image that is unknown or has no description, is not published', async () => {
  const title = await partOf('seedlabs', 'title')
  await save(title, {
    lead: 'See [the report](/no-such-page) and [a part](#nowhere).',
    'picture.alt': '',
    'picture.name': 'nothing',
  })
  const { problems } = await view('seedlabs')
  expect(problems.map(({ check, message }) => [check, message])).toEqual([
    ['links', 'The shop has no page at /no-such-page.'],
    ['links', 'This page has no part “nowhere”.'],
    ['pictures', 'There is no picture nothing.'],
    ['pictures', 'The picture nothing has no description.'],
  ])
  expect((await publish('seedlabs')).json().detail).toContain('The shop has no page at /no-such-page.')
  await mira.post(at('seedlabs', 'draft/discard/'), { revision: (await view('seedlabs')).revision })
})

test('a changed health claim needs a source and a second person who publishes exactly the requested text', async () => {
  const list = (await view('science')).parts.find((part) => part.has_claim && part.kind === 'block')
  const claim = await view('science', list?.id)
  await save(claim, { text: 'Designed to support comfort.[*](#disclaimer)' })
  expect((await view('science')).problems).toMatchObject([{ check: 'claims', part: claim.part.id }])
  const sourced = 'Designed to support comfort.[*](#disclaimer) See [a study](https://doi.org/10.1000/xyz).'
  await save(await view('science', claim.part.id), { text: sourced })
  const ready = await view('science')
  expect(ready.claims).toEqual([sourced])
  expect((await publish('science')).json().detail).toContain('a second person reads it')
  const ask = (more: object = {}) =>
    mira.post(at('science', 'approval/'), {
      revision: ready.revision,
      request_id: opened.deps.ids.uuid(),
      note: 'New study',
      ...more,
    })
  const { id } = (await ask()).json()
  expect((await ask()).json().detail).toContain('already')
  expect((await mira.get(`/api/desk/approvals/${id}/`)).json().refusal).toContain('another person decides')
  const approve = async (person: DeskPerson) =>
    (await person.post(`/api/desk/approvals/${id}/decide/`, { decision: 'approve' })).json()
  expect((await approve(fay)).detail).toContain('Marketing, operations or an owner decides')
  expect((await omar.get(`/api/desk/approvals/${id}/`)).json()).toMatchObject({
    kind: 'page',
    refusal: null,
    contents: [expect.any(String), `Claim: ${sourced}`],
  })
  // Somebody goes on with the draft meanwhile: that is not what is published.
  await save(await partOf('science', 'title'), { heading: 'Something else' })
  expect(await approve(omar)).toEqual({ text: 'The page is published.' })
  await expect.poll(() => pageOf('/science')).toContain('Designed to support comfort.')
  expect(await pageOf('/science')).not.toContain('Something else')
  const after = await view('science')
  expect([after.live_version, after.version, after.changes, after.claims]).toEqual([2, 2, 1, []])
  const { versions } = comparePageVersions.reply.parse((await mira.get(at('science', 'versions/'))).json())
  expect(versions[0]).toMatchObject({ by: 'mira-pages', approved_by: 'omar-pages', note: 'New study' })
})

test('a scheduled version is fixed, listed, canceled, and published at its time', async () => {
  const soon = typedTime(opened.deps.clock.now().add({ minutes: 5 }))
  await save(await partOf('target', 'title'), { lead: 'Pinned.' })
  expect((await publish('target', { publish_at: '2030-12-04T09:00' })).statusCode).toBe(400)
  // A mistyped year is asked about, and an answer counts for the time that it was given for.
  const far = (meant: string) => publish('target', { publish_at: '2099-12-04T09:00', far_publish_at: meant })
  expect((await far('2098-12-04T09:00')).json().fields.publish_at).toContain('Dec 4, 2099')
  expect((await far('2099-12-04T09:00')).json()).toEqual({ version: null })
  expect((await view('target')).scheduled).toMatchObject({ by: 'mira-pages', has_failed: false })
  expect((await publish('target', { publish_at: soon })).json().detail).toContain('scheduled already')
  expect((await omar.post(at('target', 'schedule/cancel/'), {})).statusCode).toBe(200)
  expect((await publish('target', { publish_at: soon })).json()).toEqual({ version: null })
  await save(await partOf('target', 'title'), { lead: 'Later.' })
  await shop.advanceSeconds(600)
  await expect.poll(() => pageOf('/target')).toContain('Pinned.')
  expect(await pageOf('/target')).not.toContain('Later.')
  expect(await view('target')).toMatchObject({ live_version: 2, version: 2, scheduled: null })
  expect((await publish('target')).json()).toEqual({ version: 3 })
})

test('a restored version is a draft first, and does not overwrite a page that somebody else published meanwhile', async () => {
  const stale = await partOf('sustainability', 'title')
  await save(stale, { heading: 'Less of everything' })
  const { revision } = await view('sustainability')
  const [first, second] = await Promise.all(
    [mira, omar].map((person) => person.post(at('sustainability', 'publish/'), { revision })),
  )
  expect([first?.statusCode, second?.statusCode].toSorted()).toEqual([200, 409])
  const typed = { intent: 'publish', revision: String(revision), note: 'Shorter' }
  expect(await omar.form('/desk/pages/sustainability', typed)).toMatch(/You wrote: .*Shorter/)
  expect((await save(stale, { heading: 'Of before' })).json().detail).toContain('page meanwhile')
  expect((await omar.post(at('sustainability', 'versions/1/restore/'), {})).statusCode).toBe(200)
  expect((await omar.post(at('sustainability', 'versions/1/restore/'), {})).json().detail).toContain(
    'has a draft',
  )
  expect((await publish('sustainability')).json()).toEqual({ version: 3 })
  // A version is final in the database.
  await expect(sql`update page_version set note = 'x'`.execute(db)).rejects.toThrow('final')
  await expect(sql`delete from page_version`.execute(db)).rejects.toThrow('final')
  const pages = listDeskPages.reply.parse((await mira.get('/api/desk/pages/')).json()).pages
  expect(pages.find(({ page }) => page === 'sustainability')).toMatchObject({
    version: 3,
    draft: null,
    state: 'published',
  })
})

test('a new page with an uploaded image is created, served and listed without a restart', async () => {
  const photo = await photoWithNames()
  const upload = (more: object) =>
    mira.post('/api/desk/uploads/', { file: photo.toString('base64'), alt: 'A brown field', ...more })
  expect((await upload({ alt: ' ' })).statusCode).toBe(400)
  expect((await upload({ left: 60, width: 60 })).statusCode).toBe(400)
  expect((await upload({ file: Buffer.from('<svg/>').toString('base64') })).json().fields.file).toContain(
    'isn’t a picture',
  )
  const { name } = (await upload({ width: 50, height: 50 })).json()
  expect(name).toMatch(/^u-[0-9a-f]{16}-500x400$/)
  const { name: focused } = (await upload({ width: 50, height: 50, focus_x: 22, focus_y: 91 })).json()
  expect(focused).toBe(`${name}-f20x90`)
  const served = await api.inject({ method: 'GET', url: `/uploads/${name}-480w.avif` })
  expect([served.statusCode, served.headers['content-type'], served.headers['cache-control']]).toEqual([
    200,
    'image/avif',
    'public, max-age=31536000, immutable',
  ])
  const { exif, width } = await sharp(served.rawPayload).metadata()
  expect([exif, width]).toEqual([undefined, 480])
  expect((await api.inject({ method: 'GET', url: `/uploads/${name}-481w.avif` })).statusCode).toBe(404)
  expect((await api.inject({ method: 'GET', url: '/uploads/..%2Fsecret' })).statusCode).toBe(404)

  const created = { path: '/our-field', title: 'Our field', description: 'Where it began.' }
  expect((await mira.post('/api/desk/pages/', { ...created, path: '/cart' })).json().fields.path).toContain(
    'Another page',
  )
  expect((await mira.post('/api/desk/pages/', { ...created, path: '/press' })).json().fields.path).toContain(
    'Another page',
  )
  expect((await mira.post('/api/desk/pages/', created)).json()).toEqual({ page: 'our-field' })
  expect((await fetch(`${shop.url}/our-field`)).status).toBe(404)
  await save(await partOf('our-field', 'title'), { 'picture.name': focused, 'picture.alt': 'A field' })
  expect((await publish('our-field')).json()).toEqual({ version: 1 })
  await expect.poll(() => pageOf('/our-field')).toContain(`/uploads/${name}-480w.avif 480w`)
  expect(await (await fetch(`${shop.url}/sitemap.xml`)).text()).toContain(`/uploads/${name}-500w.webp`)
})
