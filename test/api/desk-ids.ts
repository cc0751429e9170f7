import type { Endpoint } from '#shared/endpoint.ts'
import { joinDesk } from './desk-person.ts'
import type { Request, TestApi } from './test-api.ts'

/** Well-formed, and of nobody. */
const unknownIds: Readonly<Record<string, string>> = {
  id: '01890000-0000-7000-8000-000000000000',
  session_id: '01890000-0000-7000-8000-000000000001',
  event_id: '01890000-0000-7000-8000-000000000002',
  number: '999999999',
  code: 'unknown-code',
  product: 'unknown-product',
  page: 'unknown-page',
  name: 'unknown-name',
  lot: 'UNKNOWN1',
}

const nameIn = (segment: string): string | null => /^\{(\w+)\}$/.exec(segment)?.[1] ?? null

/** The request with these values at the places of its path that have one; what comes after the path stays. */
const withIds = (
  { path }: Endpoint,
  { url, ...request }: Request,
  ids: Readonly<Record<string, string>>,
): Request => {
  const [own = '', ...query] = url.split('?')
  const segments = own.split('/')
  const named = path.split('/').map((segment, at) => {
    const value = ids[nameIn(segment) ?? '']
    return value === undefined ? (segments[at] ?? '') : encodeURIComponent(value)
  })
  return { ...request, url: [named.join('/'), ...query].join('?') }
}

export const withUnknownIds = (endpoint: Endpoint, request: Request): Request =>
  withIds(endpoint, request, unknownIds)

/** Whether it takes the id of something that may be there or not. */
export const takesId = ({ path }: Endpoint): boolean =>
  path.split('/').some((segment) => unknownIds[nameIn(segment) ?? ''] !== undefined)

interface OtherOrder {
  readonly number: string
  readonly accountId: string
}

/**
 * What belongs to somebody else than those who ask: to another member, or to another person of staff, who is `keeper`. By the beginning of
 * a path; the first that fits counts.
 */
export const othersThings = async (api: TestApi, { number, accountId }: OtherOrder) => {
  const { deps } = api.opened
  const db = deps.database
  const keeper = await joinDesk(api, 'operations', 'keeper')
  const uuid = deps.ids.uuid
  const created = async (path: string, payload: object): Promise<string> => {
    const answer = await keeper.post(`/api/desk/${path}`, payload)
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
    return String(answer.json().id)
  }
  const { id: subscription } = await db
    .selectFrom('subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { id: session } = await db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { id: staffId } = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', keeper.email)
    .executeTakeFirstOrThrow()
  const { id: passkey } = await db
    .selectFrom('staff_passkey')
    .select('id')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  const { id: orderId } = await db
    .selectFrom('order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const view = await created('views/', { name: 'Kept', query: 'q=kept' })
  const list = { filter: {} }
  const { values, versions } = (await keeper.get('/api/desk/catalogue/entries/syn-wk/')).json()
  const approval = await created('catalogue/entries/syn-wk/request/', {
    base: versions[0].number,
    values: values.map((one: { field: string }) => (one.field === 'name' ? { ...one, value: 'Other' } : one)),
    reason: 'For the autumn',
    request_id: uuid(),
  })
  const things: readonly (readonly [beginning: string, ids: Readonly<Record<string, string>>])[] = [
    ['members/', { id: accountId, session_id: session }],
    ['subscriptions/', { id: subscription }],
    ['orders/exports/', { id: await created('orders/exports/', { request_id: uuid(), list }) }],
    ['orders/', { number }],
    ['fulfillment/', { number }],
    ['bulk-actions/', { id: await created('bulk-actions/', { request_id: uuid(), action: 'hold', ids: [orderId] }) }],
    ['approvals/', { id: approval }],
    ['views/', { id: view }],
    ['person/passkeys/', { id: passkey }],
    ['team/', { id: staffId }],
    ['catalogue/entries/', { code: 'syn-wk', number: '1' }],
    ['stock/products/', { product: 'ds-01' }],
    ['pages/', { page: 'science' }],
  ] // prettier-ignore
  return {
    keeper,
    /** The request with what is somebody else's; null for a path of which there is nothing here. */
    withOthersIds: (endpoint: Endpoint, request: Request): Request | null => {
      const found = things.find(([beginning]) => endpoint.path.startsWith(`/api/desk/${beginning}`))
      return found && takesId(endpoint) ? withIds(endpoint, request, found[1]) : null
    },
    /** What the keeper has, as the keeper sees it. */
    kept: async () => {
      const { views } = (await keeper.get('/api/desk/views/')).json()
      const { passkeys } = (await keeper.get('/api/desk/person/')).json()
      return {
        views: views.map(({ id }: { id: string }) => id).includes(view),
        passkeys: passkeys.map(({ id }: { id: string }) => id).includes(passkey),
      }
    },
  }
}
