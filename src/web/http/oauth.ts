import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { grantToken, isRefusal, revokeToken } from '#partner/app/server/tokens.ts'
import type { OAuthRefusal, OAuthRequest } from '#partner/app/server/tokens.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { oauthPaths } from '#shared/partner-address.ts'
import { partnerScopes } from '#shared/partner-scope.ts'
import { retryAfter, toShopError } from './error-replies.ts'
import { networkOf } from './network.ts'
import { createNetworkLimit } from './rate-limits.ts'

/** An id, a secret and a token, with room for what is ignored. */
const bodyLimit = 10_000

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

const requestFrom = ({ headers, body, url }: FastifyRequest): OAuthRequest => ({
  authorization: headers.authorization,
  contentType: headers['content-type'],
  hasQuery: url.includes('?'),
  body: typeof body === 'string' ? body : '',
})

/** A refusal in the form of RFC 6749 §5.2. */
const sendRefusal = (reply: FastifyReply, { error, description }: OAuthRefusal): FastifyReply => {
  if (error === 'invalid_client') reply.header('www-authenticate', 'Basic realm="partner", charset="UTF-8"')
  return reply
    .status(error === 'invalid_client' ? 401 : 400)
    .headers(noStore)
    .send({ error, error_description: description })
}

/** What goes wrong before or behind the endpoints, in the same form; its status says whether it is worth asking again. */
const sendFault = (deps: AppDeps, thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const error = toShopError(thrown)
  if (error.status >= 500) deps.log.error({ requestId: request.id, err: thrown }, 'a request failed')
  const isLater = error.status === 429 || error.status === 503
  const name = isLater ? 'temporarily_unavailable' : error.status >= 500 ? 'server_error' : 'invalid_request'
  return reply
    .status(error.status)
    .headers({ ...noStore, ...retryAfter(error) })
    .send({ error: name, error_description: error.detail.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '') })
}

/** What programs read to find the endpoints (RFC 8414). */
const metadata = (publicUrl: string) => {
  const methods = ['client_secret_basic', 'client_secret_post']
  const issuer = new URL(publicUrl).origin
  return {
    issuer,
    token_endpoint: `${issuer}${oauthPaths.token}`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${issuer}${oauthPaths.revoke}`,
    revocation_endpoint_auth_methods_supported: methods,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: partnerScopes,
    service_documentation: `${issuer}/api/partner/docs`,
  }
}

/**
 * Access tokens of partners' apps by OAuth 2 client credentials: the endpoints that give and end them, with their own form of
 * bodies and errors, so that they are no rows of the endpoint table.
 */
export const registerOAuth = async (app: FastifyInstance, deps: AppDeps): Promise<void> => {
  const count = createNetworkLimit(deps, 'token')
  app.get('/.well-known/oauth-authorization-server', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(metadata(deps.publicUrl)),
  )
  await app.register(async (oauth) => {
    oauth.removeAllContentTypeParsers()
    oauth.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    oauth.setErrorHandler<FastifyError>((thrown, request, reply) => sendFault(deps, thrown, request, reply))
    const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: OAuthRefusal): FastifyReply => {
      if (refusal.error === 'invalid_client')
        deps.log.warn({ requestId: request.id, security: 'oauth client' }, 'an app was refused a token')
      return sendRefusal(reply, refusal)
    }
    oauth.addHook('onRequest', async ({ ip }) => count(networkOf(ip)))
    oauth.post(oauthPaths.token, async (request, reply) => {
      const answer = await grantToken(deps, requestFrom(request))
      return isRefusal(answer) ? refuse(request, reply, answer) : reply.headers(noStore).send(answer)
    })
    oauth.post(oauthPaths.revoke, async (request, reply) => {
      const refusal = await revokeToken(deps, requestFrom(request))
      return refusal === null ? reply.headers(noStore).send({}) : refuse(request, reply, refusal)
    })
  })
}
