import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Partner } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import { grantRefusal, isRefusal, readOAuthForm } from './oauth-form.ts'
import type { OAuthForm, OAuthRefusal, OAuthRequest } from './oauth-form.ts'
import {
  grantedScopes,
  isSecretLive,
  isTokenLive,
  tokenIn,
  tokenSeconds,
  tokenText,
} from '../rules/partner-app.ts'
import type { PartnerApp } from '../rules/partner-app.ts'
import { deleteToken, insertToken, selectApp, selectToken } from './app-store.ts'
import type { StoredApp } from './app-store.ts'
import { hashOf } from './apps.ts'

export { isRefusal } from './oauth-form.ts'
export type { OAuthRefusal, OAuthRequest } from './oauth-form.ts'

type TokenDeps = Pick<AppDeps, 'database' | 'clock'>

const touchEvery = Temporal.Duration.from({ minutes: 5 })

const noHash = Buffer.alloc(32)

/** The number of the secret that a hash is of; null for none that counts. The comparisons take as long for every text. */
const secretNumberOf = (app: StoredApp | null, hash: Buffer, now: Temporal.Instant): number | null => {
  const isNewest = timingSafeEqual(app?.secretHash ?? noHash, hash)
  const isOld = timingSafeEqual(app?.oldSecretHash ?? noHash, hash)
  if (app === null || !(isNewest || isOld)) return null
  const number = isNewest ? app.secretNumber : app.secretNumber - 1
  return isSecretLive(app, number, now) ? number : null
}

interface KnownClient {
  readonly app: PartnerApp
  readonly secretNumber: number
}

/** The app that a request is of, when its secret is right. */
const authenticate = async (
  { database, clock }: TokenDeps,
  { clientId, clientSecret }: OAuthForm,
): Promise<KnownClient | OAuthRefusal> => {
  const app = z.uuid().safeParse(clientId).success ? await selectApp(database, clientId) : null
  const secretNumber = secretNumberOf(app, hashOf(clientSecret), clock.now())
  if (app === null || secretNumber === null)
    return { error: 'invalid_client', description: 'There is no app with this client_id and secret.' }
  return { app, secretNumber }
}

/** What the token endpoint answers (RFC 6749 §5.1). */
export interface TokenGrant {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  readonly scope: string
}

const writeToken = (
  deps: AppDeps,
  { app, secretNumber }: KnownClient,
  scopes: readonly PartnerScope[],
): Promise<TokenGrant> =>
  inTransaction(deps, async (tx) => {
    const text = tokenText(brand.key, tx.ids.token())
    const expiresAt = tx.now.add({ seconds: tokenSeconds })
    const token = { app, secretNumber, scopes, expiresAt }
    await insertToken(tx, hashOf(text), token, tx.now.subtract(touchEvery))
    return { access_token: text, token_type: 'Bearer', expires_in: tokenSeconds, scope: scopes.join(' ') }
  })

/** Gives an app a token for its scopes or some of them (RFC 6749 §4.4). */
export const grantToken = async (
  deps: AppDeps,
  request: OAuthRequest,
): Promise<TokenGrant | OAuthRefusal> => {
  const form = readOAuthForm(request)
  if (isRefusal(form)) return form
  const client = await authenticate(deps, form)
  if (isRefusal(client)) return client
  const refused = grantRefusal(form.parameters)
  if (refused !== null) return refused
  const scopes = grantedScopes(client.app, form.parameters.get('scope'))
  if (scopes === null)
    return { error: 'invalid_scope', description: 'The app does not have every scope that it asks for.' }
  return writeToken(deps, client, scopes)
}

/** Ends a token of the app that asks (RFC 7009); null when it ended, or was none. */
export const revokeToken = async (deps: AppDeps, request: OAuthRequest): Promise<OAuthRefusal | null> => {
  const form = readOAuthForm(request)
  if (isRefusal(form)) return form
  const client = await authenticate(deps, form)
  if (isRefusal(client)) return client
  const text = form.parameters.get('token')
  if (text === undefined) return { error: 'invalid_request', description: 'token is missing.' }
  const hash = hashOf(text)
  const token = await selectToken(deps.database, hash)
  if (token === null) return null
  if (token.app.id !== client.app.id)
    return { error: 'invalid_grant', description: 'The token was given to another app.' }
  await inTransaction(deps, (tx) => deleteToken(tx, hash))
  return null
}

/** Whose program has the access token of an Authorization header; null without one that counts. */
export const partnerOfToken = async (
  { database, clock }: TokenDeps,
  header: string | undefined,
): Promise<Partner | null> => {
  const text = tokenIn(header)
  const token = text === null ? null : await selectToken(database, hashOf(text))
  if (token === null || !isTokenLive(token, clock.now())) return null
  const { app, scopes } = token
  return { kind: 'partner', credential: 'app', programId: app.id, name: app.name, scopes }
}
