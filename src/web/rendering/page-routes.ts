import { readdir } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '#platform/app-deps.ts'
import { isReplacedByMark } from '../site-files/brand-files.ts'
import { maxPhotos, maxProblemFormBytes } from '#return/rules/problem-offer.ts'
import { isDeskAddress } from '#shared/desk-address.ts'
import { localAddress } from '#shared/locale-path.ts'
import { sendEarlyHints } from '../http/early-hints.ts'
import { loggedRefusal, refuseUnknown } from '../http/error-replies.ts'
import type { SendRefusal } from '../http/error-replies.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createLargeForms } from '../http/large-forms.ts'
import type { LargeForm } from '../http/large-forms.ts'
import { maxPictureBytes } from '#desk/picture-endpoints.ts'
import { maxTrackingBytes } from '#desk/tracking-endpoints.ts'
import { pictureFilePolicy } from '../http/security-headers.ts'
import type { PageSource } from './built-pages.ts'
import { cachedPage } from './page-cache.ts'
import type { CachedPage } from './page-cache.ts'
import { sendPage } from './page-transport.ts'
import { createRenderer } from './page-renderer.ts'
import type { Renderer, RendererDeps } from './page-renderer.ts'
import type { PageEdge } from './shared-page.ts'
import type { EarlyAnswerDeps, VisitorPageCache, VisitorPageDeps } from './visitor-page-cache.ts'
import { createEarlyAnswer, createVisitorPageCache, sendCachedPage } from './visitor-page-cache.ts'

const year = 31_536_000
const week = 604_800

/** Serves scripts, styles, pictures and fonts of the pages. */
const registerPageFiles = async (
  app: FastifyInstance,
  { filesFolder: root, edition }: Omit<PageSource, 'pages'>,
): Promise<void> => {
  // Built files carry a hash in their names; pictures and fonts get a new name when they change.
  const cachingOf = (file: string): string => {
    if (edition === null) return 'no-cache'
    const hashed = file.startsWith(path.join(root, 'assets'))
    return hashed ? `public, max-age=${year}, immutable` : `public, max-age=${week}`
  }
  const options: FastifyStaticOptions = {
    index: false,
    // Scripts and styles are there in their compressed forms as well.
    preCompressed: edition !== null,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', cachingOf(file))
      reply.header('x-content-type-options', 'nosniff')
      // The desk shows drafts in a frame with an origin of its own.
      if (file.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
      // Drawings of `.svg` may have scripts: they keep the closed policy.
      if (/\.(avif|webp|jpg|png)$/.test(file)) reply.header('content-security-policy', pictureFilePolicy)
    },
  }
  // One route for each folder: a route for each of its files takes a good part of a start.
  await app.register(fastifyStatic, { ...options, root, serve: false, decorateReply: true })
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isDirectory())
      await app.register(fastifyStatic, { ...options, root: path.join(root, name), prefix: `/${name}/` })
    else if (!isReplacedByMark(name)) app.get(`/${name}`, (_request, reply) => reply.sendFile(name))
  }
}

/** What the pages need of the shop. */
export interface PageDeps extends RendererDeps, VisitorPageDeps, EarlyAnswerDeps, PageSource {
  readonly infrastructure: Pick<AppDeps, 'ids' | 'log' | 'publicUrl' | 'clock' | 'database' | 'secret'>
  /** Of every response; cached pages answer before the hook that sets them. */
  readonly headers: Readonly<Record<string, string>>
  /** Has requests answered before Fastify. */
  readonly answerEarly: HttpServer['answerEarly']
  readonly showRefusal: SendRefusal
}

/** Largest form a page takes, in bytes. */
const maxFormBytes = 100_000
/** The one form with photos. */
const photoForm = {
  path: '/problem',
  maxBytes: maxProblemFormBytes,
  maxSmallBytes: maxFormBytes,
  tooLarge: `That’s too much to send at once. Please choose up to ${maxPhotos} photos of up to 10 MB each.`,
}
/** A file of tracking numbers, which staff read at the desk. */
const trackingForm = {
  path: '/desk/fulfillment/tracking',
  maxBytes: maxTrackingBytes + maxFormBytes,
  maxSmallBytes: maxFormBytes,
  tooLarge: 'The file has more than 5 MB. Please split it.',
}
/** A picture for pages, which staff upload at the desk. */
const pictureForm = {
  path: '/desk/uploads',
  maxBytes: maxPictureBytes + maxFormBytes,
  maxSmallBytes: maxFormBytes,
  tooLarge: 'The picture has more than 20 MB. Please choose a smaller one.',
}
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

const cachedPageFrom = async (
  { response, pattern }: { readonly response: Response; readonly pattern: string },
  headers: PageDeps['headers'],
) => {
  const all = { ...headers, ...Object.fromEntries(response.headers) }
  return cachedPage(Buffer.from(await response.arrayBuffer()), all, pattern)
}

const createAnswer =
  (
    pageCache: VisitorPageCache,
    render: Renderer,
    { headers, notes, pages, cdn }: Pick<PageDeps, 'headers' | 'notes' | 'pages' | 'cdn'>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sendCached = (page: CachedPage): FastifyReply => {
      notes.setPage(request, page.pattern)
      return sendCachedPage(request, reply, page, cdn)
    }
    /** The desk has a style sheet of its own. */
    const hint = (): void => {
      if (!isDeskAddress(request.url)) sendEarlyHints(request, reply, pages.firstFiles)
    }
    const key = request.method === 'POST' ? null : pageCache.keyOf(request)
    if (!key) {
      hint()
      const content = request.method === 'POST' ? null : pageCache.contentPath(request.url)
      return sendPage(reply, await render.renderForRequest(request, reply, content))
    }
    const cached = pageCache.find(request, () => request.cookies)
    if (cached) return sendCached(cached)
    hint()
    let ownResponse: Response | undefined
    const page = await pageCache.getOrRender(key, async () => {
      const rendered = await render.renderShared(request, reply, key)
      if (rendered?.isShared) return cachedPageFrom(rendered, headers)
      ownResponse = rendered?.response
      return null
    })
    return page
      ? sendCached(page)
      : sendPage(reply, ownResponse ?? (await render.renderForRequest(request, reply, null)))
  }

/** Reads forms before they are answered. */
const readForms = (web: FastifyInstance): void => {
  const options = { parseAs: 'buffer', bodyLimit: maxFormBytes } as const
  web.addContentTypeParser(formTypes, options, (_request, body, done) => done(null, body))
}

/** Leaves forms unread, for their answer to read. */
const leaveForms = (web: FastifyInstance): void => {
  web.addContentTypeParser(formTypes, (_request, _payload, done) => done(null))
}

/** Answers a page whose form is larger than others may be. */
const createLargeAnswer = (
  form: LargeForm & { readonly path: string },
  { infrastructure }: PageDeps,
  answer: ReturnType<typeof createAnswer>,
): ReturnType<typeof createAnswer> => {
  const take = createLargeForms(infrastructure, form)
  return async (request, reply) =>
    request.method === 'POST'
      ? take(request, (body) => {
          request.body = body
          return answer(request, reply)
        })
      : answer(request, reply)
}

/** Serves the pages, their files and the visitor pages kept in memory. */
export const registerPages = async (app: FastifyInstance, deps: PageDeps, edge: PageEdge): Promise<void> => {
  const render = createRenderer(deps, edge)
  const pageCache = createVisitorPageCache(deps, deps.pages)
  const { log } = deps.infrastructure
  deps.answerEarly(createEarlyAnswer(app, pageCache, deps))
  await registerPageFiles(app, deps)
  const methods = ['GET', 'POST']
  // Not a page: a client of an unknown endpoint expects JSON.
  app.route({
    method: methods,
    url: '/api/*',
    handler: async (request, reply) => refuseUnknown(request, reply),
  })
  const answer = createAnswer(pageCache, render, deps)
  const registerForms = (url: string, addParser: (web: FastifyInstance) => void, handler: typeof answer) =>
    app.register(async (web) => {
      web.removeAllContentTypeParsers()
      addParser(web)
      web.setErrorHandler<Error>(async (thrown, request, reply) =>
        deps.showRefusal(request, reply, loggedRefusal(log, request, thrown, 'a page request failed')),
      )
      web.route({ method: methods, url, handler })
    })
  await registerForms('/*', readForms, answer)
  const localized = deps.settings.locales.map((locale) => ({
    ...photoForm,
    path: localAddress(photoForm.path, locale),
  }))
  for (const form of [...localized, trackingForm, pictureForm])
    await registerForms(form.path, leaveForms, createLargeAnswer(form, deps, answer))
}
