import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi-document.ts'
import { partnerDocument } from './partner-document.ts'
import type { OpenApiDocument, OpenApiFacts } from './openapi-document.ts'

/** Styles and typeface from our own files, nothing else, and no script at all. */
const docsPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface CachedDocument {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const cachedDocument = (body: string, headers: Readonly<Record<string, string>>): CachedDocument => ({
  body,
  headers: {
    ...headers,
    // Revalidated each time: a new release may describe other endpoints at the same URL.
    'cache-control': 'public, no-cache',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  },
})

/** Made on first request, so that no start waits for it, and cached. */
const serve = (build: () => CachedDocument) => {
  let cached: CachedDocument | undefined
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    cached ??= build()
    reply.headers(cached.headers)
    const isKnown = request.headers['if-none-match'] === cached.headers['etag']
    return isKnown ? reply.status(304).send() : reply.send(cached.body)
  }
}

/** The description of all endpoints: for programs at /api/openapi.json, for people at /api/docs; that of partners under /api/partner. */
export const registerApiDescription = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  facts: OpenApiFacts,
): void => {
  const asJson = (document: OpenApiDocument): CachedDocument =>
    cachedDocument(JSON.stringify(document), { 'content-type': 'application/json; charset=utf-8' })
  const json = (): CachedDocument => asJson(openApiDocument(endpoints, facts))
  const partners = endpoints.filter(({ access }) => access === 'partner')
  const partnerJson = (): CachedDocument => asJson(openApiDocument(partners, facts, partnerDocument))
  const asPage = (document: OpenApiDocument, file: string): CachedDocument =>
    cachedDocument(docsPage(document, file), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': docsPolicy,
    })
  const html = (): CachedDocument => asPage(openApiDocument(endpoints, facts), '/api/openapi.json')
  const partnerHtml = (): CachedDocument =>
    asPage(openApiDocument(partners, facts, partnerDocument), '/api/partner/openapi.json')
  app.get('/api/openapi.json', serve(json))
  app.get('/api/partner/openapi.json', serve(partnerJson))
  app.get('/api/docs', serve(html))
  app.get('/api/partner/docs', serve(partnerHtml))
}
