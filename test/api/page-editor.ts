import type { ReplyOf } from '#shared/endpoint.ts'
import { viewDeskPage } from '#desk/page-endpoints.ts'
import { expect } from 'vitest'
import type { DeskPerson } from './desk-person.ts'

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
