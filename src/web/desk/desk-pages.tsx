import { renderToString } from 'react-dom/server'
import {
  RouterContextProvider,
  StaticRouterProvider,
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
} from 'react-router'
import type { RouteObject, StaticHandlerContext } from 'react-router'
import { countDeskWork } from '#desk/home-endpoints.ts'
import type { DeskCount } from '#desk/home-endpoints.ts'
import { brand } from '#shared/brand.ts'
import { ShopError, errorReply, isShopError } from '#shared/errors.ts'
import { cameraPermissions } from '../http/security-headers.ts'
import { contentPolicy } from '../rendering/content-policy.ts'
import { patternOf } from '../rendering/page-pattern.ts'
import { pageRun } from '../rendering/page-run.ts'
import type { PageRun } from '../rendering/page-run.ts'
import { shopContext } from '../request/shop-context.ts'
import type { ShopContext } from '../request/shop-context.ts'
import { renderTyped } from '../request/typed-page.ts'
import type { TypedPage } from '../request/typed-page.ts'
import { DeskDocument } from './desk-document.tsx'
import { DeskFailure } from './desk-failure.tsx'
import { deskRoutes, framesPreviews, showsChosenFiles, usesCamera } from './desk-routes.tsx'

const handler = createStaticHandler(deskRoutes)

const signInPath = '/desk/sign-in'

const redirectToSignIn = (request: Request): Response => {
  const { pathname, search } = new URL(request.url)
  const location = `${signInPath}?${new URLSearchParams({ return_to: `${pathname}${search}` })}`
  return new Response(null, { status: 303, headers: { location } })
}

/** A request to the desk, and the route of its address. */
interface DeskRequest {
  readonly request: Request
  readonly route: RouteObject | undefined
}

/** No search engine lists the desk, and nobody stores a page of it. */
const headers = ({ request, route }: DeskRequest): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'same-origin',
  'content-security-policy': contentPolicy({
    scriptHashes: [],
    cards: null,
    checkOrigin: null,
    framesOwnPages: route?.handle === framesPreviews,
    showsChosenFiles: route?.handle === showsChosenFiles,
    viteHost: import.meta.env.DEV ? new URL(request.url).host : undefined,
  }),
})

const documentOf = (
  page: Parameters<typeof renderToString>[0],
  deskRequest: DeskRequest,
  status: number,
  more: Readonly<Record<string, string>> = {},
): Response =>
  new Response(`<!doctype html>${renderToString(page)}`, {
    status,
    headers: { ...headers(deskRequest), ...more },
  })

/** What is wrong with a field says more than that something is. */
const sentenceOf = ({ fields, detail }: ShopError): string => Object.values(fields ?? {})[0] ?? detail

const failurePage = (deskRequest: DeskRequest, shop: ShopContext, error: ShopError): Response => {
  const url = new URL(deskRequest.request.url)
  return documentOf(
    <DeskDocument title={error.status === 404 ? 'Not found' : 'Sorry'} shop={shop} url={url} counts={[]}>
      <DeskFailure status={error.status} detail={sentenceOf(error)} requestId={shop.requestId} />
    </DeskDocument>,
    deskRequest,
    error.status,
    { [brand.keys.errorHeader]: error.code },
  )
}

/** An error of the catalogue stays what it is; an unknown address is NOT_FOUND, everything else a bug. */
const refusalOf = (thrown: unknown, run: PageRun): ShopError => {
  run.failure ??= thrown
  if (isShopError(thrown)) return thrown
  if (typeof thrown === 'object' && thrown !== null && 'status' in thrown) {
    if (thrown.status === 404) return new ShopError('NOT_FOUND')
    // A file that only a form asks for has no loader: the router says 400 to who opens its address.
    if (thrown.status === 400 || thrown.status === 405) return new ShopError('MALFORMED_REQUEST')
  }
  run.report(thrown)
  return new ShopError('UNKNOWN')
}

const refuse = (deskRequest: DeskRequest, shop: ShopContext, error: ShopError): Response =>
  error.status === 401 ? redirectToSignIn(deskRequest.request) : failurePage(deskRequest, shop, error)

/** What is open at the places; a page is shown without it where it cannot be had. */
const countsFor = async ({ actor, call }: ShopContext): Promise<readonly DeskCount[]> => {
  if (actor.kind !== 'staff') return []
  try {
    return (await call(countDeskWork, {})).places
  } catch (thrown) {
    if (isShopError(thrown)) return []
    throw thrown
  }
}

const titleOf = ({ loaderData }: StaticHandlerContext): string => {
  for (const data of Object.values<unknown>(loaderData))
    if (typeof data === 'object' && data !== null && 'title' in data && typeof data.title === 'string')
      return data.title
  return 'Desk'
}

const cameraHeaders = ({ route }: DeskRequest): Readonly<Record<string, string>> =>
  route?.handle === usesCamera ? cameraPermissions : {}

const acceptsPage = (request: Request): boolean =>
  request.headers.get('accept')?.includes('text/html') === true

/** Renders a page inside the document of the desk. */
const showPage = async (
  deskRequest: DeskRequest,
  shop: ShopContext,
  run: PageRun,
  contexts: RouterContextProvider,
): Promise<Response> => {
  const context = await handler.query(deskRequest.request, { requestContext: contexts })
  if (context instanceof Response) return context
  const [thrown] = Object.values<unknown>(context.errors ?? {})
  if (thrown !== undefined) return refuse(deskRequest, shop, refusalOf(thrown, run))
  const router = createStaticRouter(handler.dataRoutes, context)
  return documentOf(
    <DeskDocument
      title={titleOf(context)}
      shop={shop}
      url={new URL(deskRequest.request.url)}
      counts={await countsFor(shop)}
    >
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </DeskDocument>,
    deskRequest,
    context.statusCode,
    cameraHeaders(deskRequest),
  )
}

/**
 * Answers what the desk's addresses ask for: pages, and files that have no page. `showTyped` renders a page of the shop as it is
 * typed here.
 */
export const answerDesk = async (
  request: Request,
  shop: ShopContext,
  run: PageRun,
  showTyped: (page: TypedPage) => Promise<Response>,
): Promise<Response> => {
  const contexts = new RouterContextProvider()
  contexts.set(shopContext, shop)
  contexts.set(pageRun, run)
  contexts.set(renderTyped, showTyped)
  const matches = matchRoutes(deskRoutes, new URL(request.url).pathname)
  const deskRequest = { request, route: matches?.at(-1)?.route }
  if (run.refusal) return refuse(deskRequest, shop, run.refusal)
  run.pattern = patternOf(matches)
  if (!deskRequest.route) return refuse(deskRequest, shop, refusalOf(new ShopError('NOT_FOUND'), run))
  try {
    if (deskRequest.route.Component === undefined)
      return await handler.queryRoute(request, { requestContext: contexts })
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    const error = refusalOf(thrown, run)
    // A person who pressed a button reads a sentence; a program that asks for a file reads the error as it is.
    return error.status === 401 || acceptsPage(request)
      ? refuse(deskRequest, shop, error)
      : Response.json(errorReply(error, shop.requestId), { status: error.status })
  }
  return showPage(deskRequest, shop, run, contexts)
}
