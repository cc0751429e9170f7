import { xmlText } from './xml.ts'

/** One URL for search engines, and the day it was published on if it has one. */
export interface ListedPage {
  readonly path: string
  readonly publishedOn?: string | undefined
}

const entryOf =
  (publicUrl: string) =>
  ({ path, publishedOn }: ListedPage): string =>
    [
      '<url>',
      `<loc>${xmlText(`${publicUrl}${path}`)}</loc>`,
      ...(publishedOn ? [`<lastmod>${publishedOn}</lastmod>`] : []),
      '</url>',
    ].join('')

/** The site map: the public routes, in order of their addresses. */
export const sitemap = (publicUrl: string, pages: readonly ListedPage[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.toSorted((a, b) => a.path.localeCompare(b.path)).map(entryOf(publicUrl)),
    '</urlset>',
    '',
  ].join('\n')

/** What robots are asked not to crawl: everything personal, and the endpoints. */
export const robots = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...['/account/', '/api/', '/cart', '/checkout', '/ecommerce/', '/preview', '/thank-you'].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
