import { allowWrites } from '#agent/endpoints.ts'
import { agentCookieName } from '#agent/server/agents.ts'
import type { DeskPerson } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

const json = { 'content-type': 'application/json' }

/** Visits of staff inside a member's pages, at this shop. */
export const deskVisits = (api: TestApi) => {
  const db = api.shop.app.database.kysely
  const agentCookie = agentCookieName(api.opened.deps.publicUrl)
  const send = ({ method, path }: { method: string; path: string }, cookie: string, payload: object = {}) =>
    api.inject({ method, url: path, headers: { ...json, cookie }, body: JSON.stringify(payload) })
  const start = (person: DeskPerson, id: string, minutes = 15, reason = 'Asked on the phone') =>
    person.post(`/api/desk/members/${id}/act/`, { reason, minutes })
  return {
    agentCookie,
    send,
    start,
    memberWithId: async () => {
      const member = await api.shop.member({ plan: 'monthly refill' })
      const { id } = await db
        .selectFrom('account')
        .select('id')
        .where('email', '=', member.email)
        .executeTakeFirstOrThrow()
      return { ...member, id }
    },
    /** A visit that has begun: the browser's cookies, and that of the visit alone. */
    visit: async (person: DeskPerson, how: 'reads' | 'writes', id: string) => {
      await api.forgetCounts()
      await person.confirm(`act for ${id} for 15 minutes`)
      const started = await start(person, id)
      const found = started.cookies.find(({ name }) => name === agentCookie)
      if (!found) throw new Error(`nothing began: ${started.body}`)
      const alone = `${agentCookie}=${found.value}`
      const cookie = `${person.cookie}; ${alone}`
      if (how === 'writes') await send(allowWrites, cookie, { intent: 'where the order goes' })
      return { cookie, alone, set: found, url: started.json().url }
    },
    /** Whose account this browser shows; null for nobody's. */
    seenBy: async (cookie: string): Promise<string | null> => {
      const user = await api.inject({ method: 'GET', url: '/api/user', headers: { cookie } })
      return user.statusCode === 200 ? user.json().email : null
    },
  }
}
