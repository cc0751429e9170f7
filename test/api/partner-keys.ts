import { createKey } from '#partner/key/server/keys.ts'
import { inTransaction } from '#platform/transaction.ts'
import { partnerScopes } from '#shared/partner-scope.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import type { TestApi } from './test-api.ts'

const json = { 'content-type': 'application/json' }

/** A program of a partner with a key of its own. */
export const joinPartner = async (api: TestApi, scopes: readonly PartnerScope[] = partnerScopes) => {
  const { deps } = api.opened
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  const { id, key } = await inTransaction(deps, (tx) =>
    createKey(tx, by, { name: 'Northbox', scopes, days: 365, isLive: false }),
  )
  const authorization = `Bearer ${key}`
  return {
    id,
    key,
    get: (url: string, headers: Readonly<Record<string, string>> = {}) =>
      api.inject({ method: 'GET', url, headers: { authorization, ...headers } }),
    post: (url: string, body: object, idempotencyKey: string | null = deps.ids.randomUuid()) =>
      api.inject({
        method: 'POST',
        url,
        headers: {
          ...json,
          authorization,
          ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify(body),
      }),
  }
}
