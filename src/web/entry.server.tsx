import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import type {
  EntryContext,
  HandleErrorFunction,
  RouteObject,
  RouterContextProvider,
  ServerBuild,
} from 'react-router'
import {
  RouterContextProvider as Contexts,
  ServerRouter,
  createRequestHandler,
  isRouteErrorResponse,
  matchRoutes,
} from 'react-router'
import { brand } from '#shared/brand.ts'
import { ShopError, errorReply, isShopError } from '#shared/errors.ts'
import { localRefusal } from '#shared/messages/refusal-text.ts'
import { splitLocale } from '#shared/locale-path.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { isDeskAddress } from '#shared/desk-address.ts'
import { LocaleContext } from '#ui/locale-context.ts'
import { speculationRulesPath } from './site-files/speculation-rules.ts'
import { contentPolicy } from './rendering/content-policy.ts'
import { withAccentFont } from './rendering/accent-font.ts'
import { withLocalLinks, withLocalRedirect } from './rendering/local-links.ts'
import { withVisitMark } from './rendering/visit-mark.ts'
import type { PageHandler } from './rendering/built-pages.ts'
import type { PageRun } from './rendering/page-run.ts'
import { pageRun } from './rendering/page-run.ts'
import type { Rendering } from './request/render-context.ts'
import { RenderingContext } from './request/render-context.ts'
import { beforePaint } from './shell/before-paint.ts'
import { firstFonts } from './shell/first-fonts.ts'
import type { PageOptions, ShopContext } from './request/shop-context.ts'
import { shopContext } from './request/shop-context.ts'
import { typedPage } from './request/typed-page.ts'
import type { TypedPage } from './request/typed-page.ts'

export const streamTimeout = 4_000

const beforePaintHash = `sha256-${createHash('sha256').update(beforePaint).digest('base64')}`

const isPageOptions = (handle: unknown): handle is PageOptions =>
  typeof handle === 'object' && handle !== null

/** The screens under root and layouts, as far as needed to find the one of a URL. */
const screensOf = (build: ServerBuild): RouteObject[] =>
  Object.values(build.routes).flatMap((route) => {
    if (!route?.parentId || (route.path === undefined && !route.index)) return []
    const { id, path, module } = route
    return [route.index ? { id, index: true, handle: module.handle } : { id, path, handle: module.handle }]
  })

const refusedAsJson = (failure: ShopError, requestId: string): Response =>
  Response.json(errorReply(failure, requestId), {
    status: failure.status,
    headers: { [brand.keys.errorHeader]: failure.code },
  })

/** Refusals of screens without content come out of React Router as errors; one of the catalogue keeps its own status. */
const withOwnStatus = (response: Response, { failure }: PageRun, requestId: string): Response => {
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  return isPage || !isShopError(failure) || response.status < 500
    ? response
    : refusedAsJson(failure, requestId)
}

/** The style sheet of all pages, and the fonts that each of them shows at once. */
const firstFilesOf = ({ assets }: ServerBuild): string[] => [
  ...(assets.routes['root']?.css ?? []).map((sheet) => `<${sheet}>; rel=preload; as=style`),
  ...firstFonts.map((font) => `<${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
]

/** The pages know their addresses in the first language only. */
const withoutPrefix = (request: Request, locale: Locale): Request => {
  if (locale === defaultLocale) return request
  const { origin, pathname, search } = new URL(request.url)
  const { address } = splitLocale(`${pathname}${search}`, [locale])
  return new Request(`${origin}${address}`, request)
}

/** Has refusals speak the language of the page; those of the API are in English. */
const inLanguageOfPage = (shop: ShopContext): ShopContext => ({
  ...shop,
  call: async (endpoint, payload) => {
    try {
      return await shop.call(endpoint, payload)
    } catch (thrown) {
      throw localRefusal(thrown, shop.locale)
    }
  },
})

/** Answers page requests. Made here, inside the bundle, so that server and pages share one React Router. */
export const createPageHandler = (build: ServerBuild): PageHandler => {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const screens = screensOf(build)
  const isSameForVisitors = (path: string): boolean => {
    const options: unknown = matchRoutes(screens, path)?.at(-1)?.route.handle
    return isPageOptions(options) && options.sameForVisitors === true
  }
  // React Router sorts all screens again for each address.
  const sameForVisitors = new LRUCache<string, boolean>({ max: 1_000, memoMethod: isSameForVisitors })
  const showTyped = (shop: ShopContext, run: PageRun) => (page: TypedPage) => {
    const contexts = new Contexts()
    // As visitors see it: of the person at the desk the page knows nothing.
    contexts.set(shopContext, { ...shop, actor: { kind: 'visitor' } })
    contexts.set(pageRun, run)
    contexts.set(typedPage, page)
    return handle(new Request(`${shop.publicUrl}/preview?frame=1`), contexts)
  }
  return {
    firstFiles: firstFilesOf(build),
    render: async (outer, shop, run) => {
      const request = withoutPrefix(outer, shop.locale)
      // Loaded by the first request of staff: the storefront never needs it.
      if (isDeskAddress(new URL(outer.url).pathname))
        return (await import('./desk/desk-pages.tsx')).answerDesk(request, shop, run, showTyped(shop, run))
      const { pathname } = new URL(request.url)
      // React Router would answer with what the page's loaders say, which can be more than the page shows.
      if (pathname.endsWith('.data')) {
        const missing = new ShopError('NOT_FOUND')
        run.failure = missing
        return refusedAsJson(missing, shop.requestId)
      }
      const contexts = new Contexts()
      contexts.set(shopContext, inLanguageOfPage(shop))
      contexts.set(pageRun, run)
      const response = withOwnStatus(await handle(request, contexts), run, shop.requestId)
      return withLocalRedirect(response, shop.locale)
    },
    sameForVisitors: (path) => !isDeskAddress(path) && sameForVisitors.memo(path),
  }
}

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  const run = context.get(pageRun)
  run.failure ??= error
  const expected = isShopError(error) || (isRouteErrorResponse(error) && error.status < 500)
  if (!expected && !request.signal.aborted) run.report(error)
}

/** The whole page as text: no page streams, and the cache needs complete pages. */
const renderComplete = (page: ReactNode, report: (fault: unknown) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const timer = setTimeout(
      () => stream.abort(new Error('the page took too long to render')),
      streamTimeout + 1_000,
    )
    const body = new Writable({
      write: (part: Buffer, _encoding, done) => {
        parts.push(part)
        done()
      },
      final: (done) => {
        clearTimeout(timer)
        resolve(Buffer.concat(parts).toString('utf8'))
        done()
      },
    })
    const fail = (error: unknown): void => {
      clearTimeout(timer)
      reject(error instanceof Error ? error : new Error('the page failed to render', { cause: error }))
    }
    const stream = renderToPipeableStream(page, {
      // A part that is sent later needs a script to be inserted, so none is.
      progressiveChunkSize: Infinity,
      onAllReady: () => void stream.pipe(body),
      onShellError: fail,
      onError: report,
    })
  })

/** Scripts must not be loaded before the styles. */
const withLowPriorityScripts = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"')

/** A page for a frame in which nothing runs: a browser would complain of each script. */
const withoutScripts = (html: string): string =>
  html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')

const isInFrame = (request: Request, { isFramedByOwnPages = false }: PageOptions): boolean =>
  isFramedByOwnPages && new URL(request.url).searchParams.has('frame')

/** The merged handles of the matched screens. */
const pageOptionsOf = (context: EntryContext): PageOptions => {
  const allOptions = context.staticHandlerContext.matches
    .map((match): unknown => match.route.handle)
    .filter(isPageOptions)
  return Object.assign({}, ...allOptions)
}

const redirectToSignIn = (request: Request): Response => {
  const { pathname, search } = new URL(request.url)
  return new Response(null, {
    status: 303,
    headers: { location: `/login?return_to=${encodeURIComponent(`${pathname}${search}`)}` },
  })
}

interface AnswerFacts {
  readonly status: number
  readonly known: ShopError | null
  readonly requestId: string
}

/** The error for the document; errors of the root came from outside of the layouts. */
const failureIn = (
  { staticHandlerContext: { errors } }: EntryContext,
  { status, known, requestId }: AnswerFacts,
): Rendering['failure'] =>
  status < 400 || errors === null
    ? null
    : { isOfShell: Object.hasOwn(errors, 'root'), status, detail: known?.detail ?? null, requestId }

const inContexts = (page: ReactNode, rendering: Rendering, locale: Locale): ReactNode => (
  <RenderingContext value={rendering}>
    <LocaleContext value={locale}>{page}</LocaleContext>
  </RenderingContext>
)

export default async function handleRequest(
  request: Request,
  routerStatus: number,
  headers: Headers,
  context: EntryContext,
  contexts: RouterContextProvider,
): Promise<Response> {
  const run = contexts.get(pageRun)
  const shop = contexts.get(shopContext)
  const known = isShopError(run.failure) ? run.failure : null
  if (known?.status === 401) return redirectToSignIn(request)
  const status = known?.status ?? routerStatus
  const options = pageOptionsOf(context)
  const failure = failureIn(context, { status, known, requestId: shop.requestId })
  const router = <ServerRouter context={context} url={request.url} />
  const html = await renderComplete(
    inContexts(router, { failure, products: run.products }, shop.locale),
    run.report,
  )
  run.sameForVisitors = status === 200 && request.method === 'GET' && options.sameForVisitors === true
  const isFramed = isInFrame(request, options)
  const showsWallets = options.takesWallets === true && run.hasWallets
  headers.set('content-type', 'text/html; charset=utf-8')
  if (failure === null) headers.set('speculation-rules', `"${speculationRulesPath}"`)
  // Google Pay opens a window of its own that reports to the page.
  if (showsWallets) headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  headers.set(
    'content-security-policy',
    contentPolicy({
      scriptHashes: [beforePaintHash],
      cards: options.takesCards || showsWallets ? run.cardOrigins : null,
      checkOrigin: options.hasHumanCheck ? run.checkOrigin : null,
      framesOwnPages: options.framesOwnPages === true,
      isFramedByOwnPages: isFramed,
      viteHost: import.meta.env.DEV ? new URL(request.url).host : undefined,
    }),
  )
  const page = withVisitMark(withLocalLinks(withAccentFont(html), shop.locale), shop.actor)
  return new Response(isFramed ? withoutScripts(page) : withLowPriorityScripts(page), { status, headers })
}
