import { createApp } from '#partner/app/server/apps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { oauthPaths } from '#shared/partner-address.ts'
import { partnerScopes } from '#shared/partner-scope.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import type { TestApi } from './test-api.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

export interface AppCredentials {
  readonly id: string
  readonly secret: string
}

export const basicOf = ({ id, secret }: AppCredentials): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

/** Asks the endpoints of OAuth as a program does. */
export const openOAuth = (api: TestApi) => {
  const send = (
    path: string,
    body: string | Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    api.inject({
      method: 'POST',
      url: path,
      headers: { ...form, ...headers },
      body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
    })
  const token = (app: AppCredentials, parameters: Readonly<Record<string, string>> = {}) =>
    send(
      oauthPaths.token,
      { grant_type: 'client_credentials', ...parameters },
      { authorization: basicOf(app) },
    )
  return {
    send,
    token,
    /** An access token. */
    accessToken: async (app: AppCredentials, scope?: string): Promise<string> =>
      (await token(app, scope === undefined ? {} : { scope })).json().access_token,
    revoke: (app: AppCredentials, text: string, parameters: Readonly<Record<string, string>> = {}) =>
      send(oauthPaths.revoke, { token: text, ...parameters }, { authorization: basicOf(app) }),
    /** The status of a read with a token. */
    read: async (accessToken: string, path = 'orders'): Promise<number> => {
      const authorization = `Bearer ${accessToken}`
      const answer = await api.inject({
        method: 'GET',
        url: `/api/partner/v1/${path}/`,
        headers: { authorization },
      })
      return answer.statusCode
    },
    /** An app of a partner. */
    app: (scopes: readonly PartnerScope[] = partnerScopes): Promise<AppCredentials> => {
      const { deps } = api.opened
      const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
      return inTransaction(deps, (tx) => createApp(tx, by, { name: 'Northbox', scopes }))
    },
  }
}
