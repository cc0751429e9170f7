import { expect } from 'vitest'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

export interface Bought {
  readonly id: string
  readonly number: string
}

interface Seen {
  readonly rows: readonly { readonly order: string; readonly outcome: string; readonly why: string }[]
}

/** People of the desk who act on many orders, and what they see of it. */
export const openBulkDesk = async (api: TestApi) => {
  const { shop } = api
  const { deps } = api.opened
  const db = deps.database
  const sam = await joinDesk(api, 'support', 'sam')
  const dario = await joinDesk(api, 'operations', 'dario')
  const owner = await joinDesk(api, 'owner', 'olive')
  const fay = await joinDesk(api, 'finance', 'fay')
  const rita = await joinDesk(api, 'read-only', 'rita')

  const buy = async (): Promise<Bought> => {
    const visitor = shop.visitor()
    await visitor.add('syn-rf')
    const { order } = await visitor.checkout()
    const number = order?.number ?? ''
    const { id } = await db
      .selectFrom('order')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return { id, number }
  }

  const many = async (count: number): Promise<Bought[]> => {
    const bought: Bought[] = []
    for (let at = 0; at < count; at += 1) bought.push(await buy())
    return bought
  }

  const idsOf = (orders: readonly Bought[]): string[] => orders.map(({ id }) => id)

  const prepare = (person: DeskPerson, payload: object, requestId: string = deps.ids.uuid()) =>
    person.post('/api/desk/bulk-actions/', { request_id: requestId, action: 'hold', ...payload })

  const prepared = async (person: DeskPerson, payload: object): Promise<string> => {
    const answer = await prepare(person, payload)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().id
  }

  const start = (person: DeskPerson, id: string, count: number, reason = 'The lot is checked.') =>
    person.post(`/api/desk/bulk-actions/${id}/start/`, { count, reason })

  const view = async (id: string, person: DeskPerson = sam): Promise<Seen> =>
    (await person.get(`/api/desk/bulk-actions/${id}/`)).json()

  const whyOf = ({ rows }: Seen, { number }: Bought) => rows.find(({ order }) => order === number)?.why

  const stateOf = async ({ number }: Bought): Promise<string[]> =>
    (await owner.get(`/api/desk/orders/${number}/`))
      .json()
      .shipments.map(({ state }: { state: string }) => state)

  const logOf = async (subject: string): Promise<string[]> =>
    (await owner.get(`/api/desk/team/log/?subject=${subject}`))
      .json()
      .entries.map(({ action, actor }: Record<string, string>) => `${actor} ${action}`)

  const ship = ({ number }: Bought, tracking: string) =>
    dario.post(`/api/desk/orders/${number}/ship/`, { carrier: 'ups', tracking })

  return {
    sam,
    dario,
    owner,
    fay,
    rita,
    buy,
    many,
    idsOf,
    prepare,
    prepared,
    start,
    view,
    whyOf,
    stateOf,
    logOf,
    ship,
  }
}
