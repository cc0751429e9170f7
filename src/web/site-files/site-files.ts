import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentToday } from '#content/server/pages.ts'
import type { ContentPages } from '#content/server/pages.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { screens } from '../routing/paths.ts'
import { feed, feedPath } from './feed.ts'
import { manifest } from './manifest.ts'
import { offlineWorker } from './offline-worker.ts'
import { securityText } from './security-text.ts'
import { robots, sitemap } from './sitemap.ts'
import type { ListedPage } from './sitemap.ts'

interface SiteShop {
  readonly deps: Pick<AppDeps, 'clock' | 'publicUrl'>
  readonly content: ContentPages
}

const listedScreens: readonly string[] = screens.flatMap((screen) =>
  'listed' in screen ? [screen.path] : [],
)

const listedPages = ({ deps, content }: SiteShop): ListedPage[] => {
  const paths = new Set([...content.listedOn(contentToday(deps)), ...listedScreens])
  return [...paths].map((path) => ({ path, publishedOn: content.byPath(path)?.publishedOn }))
}

const answer = (reply: FastifyReply, type: string, body: string): FastifyReply =>
  reply.header('content-type', type).header('cache-control', 'public, no-cache').send(body)

/** What search engines, feed readers and browsers ask for beside the pages; `edition` names the build, if there is one. */
export const registerSiteFiles = (app: FastifyInstance, shop: SiteShop, edition: string | null): void => {
  const { publicUrl } = shop.deps
  app.get('/sitemap.xml', async (_request, reply) =>
    answer(reply, 'application/xml; charset=utf-8', sitemap(publicUrl, listedPages(shop))),
  )
  app.get('/robots.txt', async (_request, reply) =>
    answer(reply, 'text/plain; charset=utf-8', robots(publicUrl)),
  )
  app.get(feedPath, async (_request, reply) =>
    answer(
      reply,
      'application/rss+xml; charset=utf-8',
      feed(publicUrl, shop.content.articlesOn(contentToday(shop.deps))),
    ),
  )
  app.get('/manifest.webmanifest', async (_request, reply) =>
    answer(reply, 'application/manifest+json', manifest()),
  )
  app.get('/.well-known/security.txt', async (_request, reply) =>
    answer(reply, 'text/plain; charset=utf-8', securityText(publicUrl, shop.deps.clock.now())),
  )
  // Where password managers send people who want to change theirs.
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/account', 302))
  if (edition === null) return
  const worker = offlineWorker(edition)
  app.get('/service-worker.js', async (_request, reply) => {
    // What the worker fetches is under its own policy, not under that of the page.
    reply.header('content-security-policy', "default-src 'none'; connect-src 'self'")
    return answer(reply, 'text/javascript; charset=utf-8', worker)
  })
}
