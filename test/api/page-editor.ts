import type { ReplyOf } from '#shared/endpoint.ts'
import { viewDeskPage } from '#desk/page-endpoints.ts'
import { expect } from 'vitest'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import sharp from 'sharp'
import type { Database } from '#platform/schema.ts'
import type { DeskPerson } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

export const pageAddress = (page: string, rest = '') => `/api/desk/pages/${page}/${rest}`

type Viewed = ReplyOf<typeof viewDeskPage>

/** What somebody at the desk does with pages; another person where one is given. */
export const createPageEditor = (editor: DeskPerson) => {
  const view = async (page: string, part = 'page', person: DeskPerson = editor) => {
    const reply = await person.get(`${pageAddress(page)}?part=${part}`)
    expect(reply.statusCode, reply.body).toBe(200)
    return viewDeskPage.reply.parse(reply.json())
  }

  const partOf = async (page: string, type: string, place = 0) => {
    const { parts } = await view(page)
    const id = parts.filter((part) => part.type === type)[place]?.id ?? ''
    return view(page, id)
  }

  const save = async (
    { page, part, version }: Viewed,
    texts: Readonly<Record<string, string>>,
    person: DeskPerson = editor,
    base = part.revision,
  ) => {
    const values = part.values.map(({ field, value }) => ({ field, value: texts[field] ?? value }))
    const added = Object.entries(texts).filter(([field]) => !values.some((one) => one.field === field))
    const all = [...values, ...added.map(([field, value]) => ({ field, value }))]
    return person.post(pageAddress(page, `parts/${part.id}/`), { version, base, values: all })
  }

  const publish = async (page: string, more: object = {}, person: DeskPerson = editor) =>
    person.post(pageAddress(page, 'publish/'), { revision: (await view(page)).revision, ...more })

  return { view, partOf, save, publish }
}

/** A page as `POST /api/cms` has it. */
export const pageInCms = async (api: TestApi, slug: string) => {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', url: '/api/cms', headers, body: JSON.stringify({ slug }) }
  return (await api.inject(request)).json()
}

/** A moment as the field of the desk has it, in the shop's time zone. */
export const typedTime = (moment: Temporal.Instant): string =>
  moment.toZonedDateTimeISO('America/New_York').toPlainDateTime().round('minute').toString().slice(0, 16)

/** A photo in which a camera has written who took it. */
export const photoWithNames = (): Promise<Buffer> =>
  sharp({ create: { width: 1000, height: 800, channels: 3, background: '#884422' } })
    .withExif({ IFD0: { Copyright: 'a private name' } })
    .jpeg()
    .toBuffer()

/** Who did an action to what, by the audit log. */
export const loggedActions = async (db: Kysely<Database>, action: string) => {
  const { rows } = await sql<{ actor: string; subject: string }>`
    select actor, subject from audit_entry where act = ${action} order by day, position`.execute(db)
  return rows
}
