import type { Article } from '#content/rules/publication.ts'
import { brand } from '#shared/brand.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'

/** Where the magazine's feed is served. */
export const feedPath = '/cultured/feed.xml'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `2026-02-03` → `Tue, 03 Feb 2026 05:00:00 GMT`: the first moment of the shop's day, as RSS writes it. */
export const rssDate = (day: string): string => {
  const moment = Temporal.PlainDate.from(day).toZonedDateTime(brand.timeZone).withTimeZone('UTC')
  const two = (part: number): string => String(part).padStart(2, '0')
  const date = `${two(moment.day)} ${months[moment.month - 1] ?? ''} ${moment.year}`
  const time = [moment.hour, moment.minute, moment.second].map(two).join(':')
  return `${weekdays[moment.dayOfWeek - 1] ?? ''}, ${date} ${time} GMT`
}

const itemOf = (publicUrl: string, { path, title, description, publishedOn }: Article): string => {
  const url = xmlText(`${publicUrl}${path}`)
  return [
    '<item>',
    `<title>${xmlText(title)}</title>`,
    `<link>${url}</link>`,
    `<guid isPermaLink="true">${url}</guid>`,
    `<pubDate>${rssDate(publishedOn)}</pubDate>`,
    `<description>${xmlText(description)}</description>`,
    '</item>',
  ].join('')
}

/** The magazine as RSS 2.0, the newest article first. */
export const feed = (publicUrl: string, articles: readonly Article[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>Cultured, the journal of ${xmlText(brand.name)}</title>`,
    `<link>${xmlText(publicUrl)}/cultured</link>`,
    `<atom:link href="${xmlText(`${publicUrl}${feedPath}`)}" rel="self" type="application/rss+xml"/>`,
    '<description>Articles about microbes, food, soil and how to read a label.</description>',
    '<language>en-us</language>',
    ...(articles[0] ? [`<lastBuildDate>${rssDate(articles[0].publishedOn)}</lastBuildDate>`] : []),
    ...articles.map((article) => itemOf(publicUrl, article)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it may be in XML, between tags and in attributes. */
const xmlText = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => ownValue(marks, mark) ?? mark)

/** One URL for search engines, the day on which it last changed if it is known, and the addresses of its pictures. */
export interface ListedPage {
  readonly path: string
  readonly changedOn?: string | undefined
  readonly pictures: readonly string[]
  /** The page in each of its languages, itself included. */
  readonly alternates: readonly { readonly language: Locale; readonly path: string }[]
}

/** A page that exists in one language has no alternates. */
const alternatesOf = (publicUrl: string, { alternates }: ListedPage): string[] => {
  const [first] = alternates
  if (first === undefined || alternates.length < 2) return []
  return [...alternates, { language: 'x-default', path: first.path }].map(
    ({ language, path }) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${xmlText(`${publicUrl}${path}`)}"/>`,
  )
}

const entryOf =
  (publicUrl: string) =>
  (page: ListedPage): string => {
    const { path, changedOn, pictures } = page
    return [
      '<url>',
      `<loc>${xmlText(`${publicUrl}${path}`)}</loc>`,
      ...(changedOn ? [`<lastmod>${changedOn}</lastmod>`] : []),
      ...alternatesOf(publicUrl, page),
      ...pictures.map(
        (picture) => `<image:image><image:loc>${xmlText(`${publicUrl}${picture}`)}</image:loc></image:image>`,
      ),
      '</url>',
    ].join('')
  }

/** The site map: the public routes, in order of their addresses. */
export const sitemap = (publicUrl: string, pages: readonly ListedPage[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
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
