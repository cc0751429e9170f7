import type { FastifyInstance } from 'fastify'
import type { RequestContext } from '#platform/request-context.ts'
import type { Client, Route } from '#platform/route.ts'
import { createClient } from '#platform/route.ts'
import { defaultLocale } from '#shared/locale.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { lastStaffSeen } from '#staff/server/staff-sessions.ts'
import type { PageSource } from '../web/rendering/built-pages.ts'
import { newRun } from '../web/rendering/page-run.ts'
import type { Shop } from './shop.ts'

/** What staff open first; nothing of it is written down as a look. */
const firstPages = ['/desk', '/desk/orders']

/** So often V8 has seen enough of them to compile them. */
const rounds = 3

/** Pages and buyers of the first moment come first. */
const afterStartMs = 1_000

/** A request of nobody's browser: it has no cookies, and what it would set is dropped. */
const requestOf = (actor: RequestContext['actor'], requestId: string): RequestContext => ({
  actor,
  requestId,
  network: '127.0.0.1',
  userAgent: '',
  country: 'US',
  region: 'XX',
  currency: defaultCurrency,
  locale: defaultLocale,
  cookies: { get: () => undefined, set: () => undefined, clear: () => undefined },
  privacySignal: false,
  secFetch: { site: undefined, dest: undefined },
})

/**
 * Renders the first pages of the desk as the person sees them who used it last, and drops them: their code is loaded and compiled and
 * their statements are planned before that person comes back after a restart. Nothing happens where nobody is signed in at the desk.
 */
export const warmDesk = async (
  { deps }: Pick<Shop, 'deps'>,
  { pages }: Pick<PageSource, 'pages'>,
  routes: readonly Route[],
): Promise<void> => {
  const actor = await lastStaffSeen(deps)
  if (actor === null) return
  const { publicUrl, log, ids } = deps
  for (let round = 0; round < rounds; round += 1)
    for (const path of firstPages) {
      const context = requestOf(actor, ids.uuid())
      const call: Client = createClient(routes, context)
      const run = newRun((err) => log.warn({ err, path }, 'a page of the desk could not be prepared'))
      const { country, region, requestId, locale } = context
      const shop = { actor, country, region, requestId, locale, publicUrl, call }
      await (await pages.render(new Request(`${publicUrl}${path}`), shop, run)).text()
    }
}

/** Prepares the desk in the background, a moment after the server began to listen; a server that closes before does without. */
export const warmDeskAfterStart = (
  app: FastifyInstance,
  shop: Shop,
  source: Pick<PageSource, 'pages'>,
  routes: readonly Route[],
): void => {
  const { log } = shop.deps
  let timer: NodeJS.Timeout | null = null
  app.addHook('onListen', async () => {
    timer = setTimeout(() => {
      warmDesk(shop, source, routes).catch((err: unknown) =>
        log.warn({ err }, 'the desk could not be prepared'),
      )
    }, afterStartMs)
    timer.unref()
  })
  app.addHook('preClose', async () => {
    if (timer !== null) clearTimeout(timer)
  })
}
