import type { LightMyRequestResponse } from 'fastify'
import type { StaffRole } from '#shared/staff.ts'
import { inviteStaff } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { softAuthenticator } from '../account/soft-authenticator.ts'
import type { TestApi } from './test-api.ts'

const json = { 'content-type': 'application/json' }

const cookiesOf = (answer: LightMyRequestResponse): string =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** A person of staff who joined by a link and a passkey; answers the cookie of the session, and uses the passkey again. */
export const joinDesk = async (api: TestApi, role: StaffRole, name: string = role) => {
  const { deps } = api.opened
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  const email = `${name.toLowerCase()}-${deps.ids.uuid()}@staff.example`
  const token = await inTransaction(deps, (tx) => inviteStaff(tx, by, { email, role }))
  const authenticator = softAuthenticator(deps.publicUrl)
  const post = (url: string, body: object, cookie = '') =>
    api.inject({ method: 'POST', url, headers: { ...json, cookie }, body: JSON.stringify(body) })
  const started = await post(`/api/desk/join/${token}/start/`, {})
  const credential = authenticator.register(started.json().options.challenge)
  const body = { name, passkey_name: 'laptop', credential }
  const joined = await post(`/api/desk/join/${token}/`, body, cookiesOf(started))
  const session = joined.cookies.find((one) => one.name === api.opened.deskCookie)
  if (!session) throw new Error(`nobody joined: ${joined.body}`)
  const cookie = `${session.name}=${session.value}`
  return {
    cookie,
    session,
    token,
    email,
    authenticator,
    post: (url: string, payload: object) => post(url, payload, cookie),
    get: (url: string) => api.inject({ method: 'GET', url, headers: { cookie } }),
    /** The page that answers a form of a page, as it is posted without scripts. */
    form: async (url: string, fields: Readonly<Record<string, string>>): Promise<string> => {
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
      const body = String(new URLSearchParams(fields))
      return (await api.inject({ method: 'POST', url, headers, body })).body
    },
    /** Uses the passkey once more, for one action. */
    confirm: async (action: string) => {
      const requested = await post('/api/desk/step-up/start/', {}, cookie)
      const answer = authenticator.answer(requested.json().options.challenge)
      return post('/api/desk/step-up/', { action, credential: answer }, `${cookie}; ${cookiesOf(requested)}`)
    },
  }
}

export type DeskPerson = Awaited<ReturnType<typeof joinDesk>>
