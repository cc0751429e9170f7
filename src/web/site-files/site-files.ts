import type { FastifyInstance, FastifyReply } from 'fastify'
import { settingsPaths } from '#account/rules/settings-paths.ts'
import { contentToday } from '#content/server/pages.ts'
import type { ContentPages } from '#content/server/pages.ts'
import type { ContentPage } from '#content/rules/content-page.ts'
import { hasQuiz } from '#survey/rules/quiz-audience.ts'
import { quizPath } from '../shell/navigation.ts'
import { pagePictures } from '#content/rules/page-pictures.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { localAddress, splitLocale } from '#shared/locale-path.ts'
import { shopLocales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { uploadedFile, uploadedSize } from '#shared/uploaded-picture.ts'
import pictures from '#ui/pictures.json' with { type: 'json' }
import { workerFilePolicy } from '../http/security-headers.ts'
import { sendCompressed } from '../http/compression.ts'
import { screens } from '../routing/paths.ts'
import { manifest, manifestPath } from './manifest.ts'
import { feed, feedPath, robots, sitemap } from './xml-files.ts'
import type { ListedPage } from './xml-files.ts'
import { speculationRules, speculationRulesPath } from './speculation-rules.ts'
import { offlineWorker } from './offline-worker.ts'

const widths: Readonly<Record<string, { readonly width: number }>> = pictures

/** How many days the text is valid; RFC 9116 asks for less than a year. */
const validDays = 180

const contact = /<([^>]+)>/.exec(brand.mailFrom)?.[1] ?? brand.mailFrom

/** `/.well-known/security.txt` (RFC 9116): where to report a weakness of the shop. */
export const securityText = (publicUrl: string, now: Temporal.Instant): string => {
  const expires = now.add({ hours: 24 * validDays }).round('second')
  const canonical = `${publicUrl}/.well-known/security.txt`
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toString()}`,
    'Preferred-Languages: en',
    `Canonical: ${canonical}`,
    '',
  ].join('\n')
}

interface SiteShop {
  readonly deps: Pick<AppDeps, 'clock' | 'publicUrl'>
  readonly settings: { readonly locales: readonly Locale[] }
  readonly content: ContentPages
}

const listedScreens: readonly string[] = screens.flatMap((screen) =>
  'listed' in screen && (hasQuiz || screen.path !== quizPath) ? [screen.path] : [],
)

/** The largest file of a picture; none for a name that was not drawn. */
const pictureFile = (name: string): string[] => {
  const uploaded = uploadedSize(name)
  if (uploaded) return [`/uploads/${uploadedFile(name, uploaded.width, 'webp')}`]
  const picture = ownValue(widths, name)
  return picture ? [`/art/${name}-${picture.width}w.webp`] : []
}

const codes = shopLocales.map(({ code }) => code)

/** The last day that says something about a page's text: when it changed, was published, or took effect. */
const lastChange = ({ publishedOn, updatedOn, sections }: ContentPage): string | undefined =>
  [
    publishedOn,
    updatedOn,
    ...sections.map((section) => (section.kind === 'title' ? section.effectiveOn : undefined)),
  ]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)

/** The pages for search engines, each with the languages that it exists in. */
const listedPages = ({ deps, content }: SiteShop): ListedPage[] => {
  const today = contentToday(deps)
  const listed = new Set(content.listedOn(today))
  const isListed = (path: string, locale: Locale): boolean =>
    listedScreens.includes(path) || listed.has(localAddress(path, locale))
  const paths = new Set([...listed, ...listedScreens].map((path) => splitLocale(path, codes).address))
  return [...paths].flatMap((path) => {
    const locales = codes.filter((locale) => isListed(path, locale))
    return locales.map((locale) => {
      const page = content.byPath(localAddress(path, locale)) ?? content.byPath(path)
      return {
        path: localAddress(path, locale),
        changedOn: page ? lastChange(page) : undefined,
        pictures: page ? pagePictures(page).flatMap(pictureFile) : [],
        alternates: locales.map((language) => ({ language, path: localAddress(path, language) })),
      }
    })
  })
}

const answer = (reply: FastifyReply, type: string, body: string): Promise<FastifyReply> =>
  sendCompressed(
    reply.header('content-type', type).header('cache-control', 'public, no-cache'),
    Buffer.from(body),
  )

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
  for (const locale of shop.settings.locales)
    app.get(manifestPath(locale), async (_request, reply) =>
      answer(reply, 'application/manifest+json', manifest(locale)),
    )
  app.get('/.well-known/security.txt', async (_request, reply) =>
    answer(reply, 'text/plain; charset=utf-8', securityText(publicUrl, shop.deps.clock.now())),
  )
  app.get(speculationRulesPath, async (_request, reply) => {
    const type = 'application/speculationrules+json; charset=utf-8'
    // Asked for by every page; what a release adds is loaded ahead an hour later.
    reply.header('content-type', type).header('cache-control', 'public, max-age=3600')
    return sendCompressed(reply, Buffer.from(speculationRules(listedPages(shop).map(({ path }) => path))))
  })
  // Where password managers send people who want to change theirs.
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect(settingsPaths.signIn, 302),
  )
  if (edition === null) return
  const worker = offlineWorker(edition, shop.settings.locales)
  app.get('/service-worker.js', async (_request, reply) => {
    // What the worker fetches is under its own policy, not under that of the page.
    reply.header('content-security-policy', workerFilePolicy)
    return answer(reply, 'text/javascript; charset=utf-8', worker)
  })
}
