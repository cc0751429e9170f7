import { afterAll, expect, test } from 'vitest'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const support = await joinDesk(api, 'support', 'sam')
const operations = await joinDesk(api, 'operations', 'ines')
const reader = await joinDesk(api, 'read-only', 'rae')
const owner = await joinDesk(api, 'owner', 'olive')

interface View {
  readonly id: string
  readonly name: string
  readonly query: string
}

const viewsOf = async (person: typeof support): Promise<View[]> =>
  (await person.get('/api/desk/views/')).json().views

const named = async (person: typeof support, name: string): Promise<View | undefined> =>
  (await viewsOf(person)).find((view) => view.name === name)

const save = (person: typeof support, view: object) => person.post('/api/desk/views/', view)

const remove = (person: typeof support, id: string) =>
  api.inject({ method: 'DELETE', url: `/api/desk/views/${id}/`, headers: { cookie: person.cookie } })

test('a personal view is visible to its owner only, a team view to everybody, and saving under the same name replaces a view', async () => {
  await save(support, { name: 'Mine', query: 'state=on-hold' })
  await save(support, { name: 'Mine', query: 'state=shipped&cols=total' })
  await save(support, { name: 'Ours', query: 'sort=-total', is_shared: true })
  expect((await viewsOf(support)).map(({ name }) => name)).toEqual(['Mine', 'Ours'])
  expect((await named(support, 'Mine'))?.query).toBe('state=shipped&cols=total')
  expect((await viewsOf(operations)).map(({ name }) => name)).toEqual(['Ours'])
})

test('nobody deletes another person’s view, and an owner deletes a team view', async () => {
  await save(support, { name: 'Kept', query: '' })
  await save(support, { name: 'Team', query: '', is_shared: true })
  const [kept, team] = [await named(support, 'Kept'), await named(support, 'Team')]
  if (!kept || !team) throw new Error('nothing was saved')
  expect((await remove(operations, kept.id)).statusCode).toBe(404)
  expect((await remove(operations, team.id)).statusCode).toBe(404)
  expect((await remove(owner, kept.id)).statusCode).toBe(404)
  expect((await remove(owner, team.id)).statusCode).toBe(200)
  expect(await named(support, 'Team')).toBeUndefined()
  const log = (await owner.get(`/api/desk/team/log/?subject=view:${team.id}`)).json()
  expect(log.entries.map(({ action }: { action: string }) => action)).toEqual(['view.deleted', 'view.saved'])
})

test('a role without names sees and shares no view that filters by an email', async () => {
  await save(support, { name: 'June', query: 'q=june%40loam.example', is_shared: true })
  const seen = await reader.get('/api/desk/views/')
  expect(seen.body).not.toContain('june')
  const shared = await save(reader, { name: 'All', query: '', is_shared: true })
  expect([shared.statusCode, shared.json().code]).toEqual([403, 'FORBIDDEN'])
  expect((await save(reader, { name: 'All', query: '' })).statusCode).toBe(200)
})

test.each(['state=lost', 'cols=secret', 'constructor=x', 'cols=__proto__'])(
  'an unknown list option is not saved: %s',
  async (query) => {
    const answer = await save(support, { name: 'Odd', query })
    expect([answer.statusCode, answer.json().fields.query]).toEqual([400, expect.stringContaining(query)])
  },
)

test('a name with markup is shown as text', async () => {
  const name = '<img src=x onerror=alert(1)>'
  expect((await save(support, { name, query: '' })).statusCode).toBe(200)
  const page = await support.get('/desk/orders')
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toContain(name)
  expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
})
