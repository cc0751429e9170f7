import type { AppDeps } from '#platform/app-deps.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { localAddress } from '#shared/locale-path.ts'
import { shopLocales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { ShopError } from '#shared/errors.ts'
import * as endpoints from '../endpoints.ts'
import type { ContentPage } from '../rules/content-page.ts'
import { articlesIn, isPublished } from '../rules/publication.ts'
import type { ContentPages, LivePages } from './live-pages.ts'
import { draftDocument } from './page-drafts.ts'
import { readDocument } from './page-versions.ts'

export { openLivePages, readContentPages } from './live-pages.ts'
export { readPageFiles, readPageFolder } from './page-files.ts'
export type { PageFiles } from './page-files.ts'
export type { ContentPages, LivePages } from './live-pages.ts'

/** Links to pages that are not published yet; each link works for one page. */
interface PreviewLinks {
  readonly urlOf: (slug: string) => string
  /** Of what is edited of a page, as it is when the link is opened. */
  readonly draftUrlOf: (slug: string) => string
  /** Whether the key of a link was made for this page. */
  readonly isValid: (key: string | undefined, slug: string) => boolean
  readonly isOfDraft: (key: string | undefined, slug: string) => boolean
}

const draftName = (slug: string): string => `draft ${slug}`

export const createPreviewLinks = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): PreviewLinks => {
  const signer = createTokenSigner(secret, 'content preview')
  const link = (name: string, slug: string): string =>
    `${publicUrl}/preview?key=${signer.sign(name)}&page=${encodeURIComponent(slug)}`
  const names = (key: string | undefined, name: string): boolean =>
    key !== undefined && signer.verify(key) === name
  return {
    urlOf: (slug) => link(slug, slug),
    draftUrlOf: (slug) => link(draftName(slug), slug),
    isValid: names,
    isOfDraft: (key, slug) => names(key, draftName(slug)),
  }
}

/** Today on the shop's calendar, as content files write a day. */
export const contentToday = ({ clock }: Pick<AppDeps, 'clock'>): string =>
  dateIn(clock.now(), brand.timeZone).toString()

/** Reads a draft as its page would be shown; null when there is none, or it cannot be shown. */
type ReadDraft = (slug: string) => Promise<ContentPage | null>

/** Handles the content endpoints. */
export const createContentHandlers = (
  pages: ContentPages,
  deps: Pick<AppDeps, 'clock' | 'secret' | 'publicUrl'>,
  readDraft: ReadDraft = () => Promise.resolve(null),
): HandlersFor<typeof endpoints> => {
  const previewLinks = createPreviewLinks(deps)
  /** The page in a language; in the first one where it is not translated yet. */
  const pageIn = (locale: Locale, path: string): ContentPage | undefined => {
    const translated = pages.byPath(localAddress(path, locale))
    return translated && isPublished(translated, contentToday(deps)) ? translated : pages.byPath(path)
  }
  return {
    readContentPage: async ({ locale }, payload) => {
      if ('slug' in payload && previewLinks.isOfDraft(payload.preview, payload.slug)) {
        const draft = await readDraft(payload.slug)
        if (!draft) throw new ShopError('NOT_FOUND')
        return { page: draft }
      }
      const page = 'slug' in payload ? pages.bySlug(payload.slug) : pageIn(locale, payload.path)
      const mayPreview = 'slug' in payload && previewLinks.isValid(payload.preview, payload.slug)
      if (!page || !(mayPreview || isPublished(page, contentToday(deps)))) throw new ShopError('NOT_FOUND')
      return { page }
    },
    listArticles: async ({ locale }) => ({
      articles: articlesIn(locale, pages.articlesOn(contentToday(deps))),
    }),
    listPageLanguages: async (_context, { path }) => {
      const today = contentToday(deps)
      const isThere = (address: string): boolean => {
        const page = pages.byPath(address)
        return page !== undefined && isPublished(page, today)
      }
      return {
        languages: shopLocales.map(({ code }) => code).filter((code) => isThere(localAddress(path, code))),
      }
    },
  }
}

const createReadDraft =
  (pages: LivePages, { database }: AppDeps): ReadDraft =>
  async (slug) => {
    const document = await draftDocument(database, slug)
    const read = document && readDocument(pages, slug, document)
    return read?.kind === 'page' ? read.page : null
  }

/** The endpoints of content pages. */
export const contentRoutes = (pages: LivePages, deps: AppDeps): readonly Route[] =>
  routes(endpoints, createContentHandlers(pages, deps, createReadDraft(pages, deps)))
