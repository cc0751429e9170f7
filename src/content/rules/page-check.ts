import type { ContentBlock } from './content-block.ts'
import type { ContentPage, ContentSection } from './content-page.ts'
import { inlinePieces } from './inline-text.ts'
import type { PageClaim } from './page-claims.ts'
import { isDocument } from './page-set.ts'

/** What is looked at before a page is published. */
export const pageChecks = ['texts', 'links', 'pictures', 'headings', 'claims'] as const

/** What keeps a page from being published, and where in it. */
export interface PageProblem {
  readonly check: (typeof pageChecks)[number]
  readonly path: readonly PropertyKey[]
  readonly message: string
}

interface LinkAt {
  readonly path: readonly PropertyKey[]
  readonly href: string
}

const linksIn = (value: unknown, path: readonly PropertyKey[] = []): LinkAt[] => {
  if (typeof value === 'string')
    return inlinePieces(value).flatMap((piece) => (piece.kind === 'link' ? [{ path, href: piece.href }] : []))
  if (Array.isArray(value)) return value.flatMap((entry: unknown, at) => linksIn(entry, [...path, at]))
  if (!isDocument(value)) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    key === 'href' && typeof entry === 'string'
      ? [{ path: [...path, key], href: entry }]
      : linksIn(entry, [...path, key]),
  )
}

/** Addresses inside of a page: its anchors, and the disclaimer of a page that has one. */
const anchorsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(anchorsIn)
  if (!isDocument(value)) return []
  const { anchor, kind } = value
  return [
    ...(typeof anchor === 'string' ? [anchor] : []),
    ...(kind === 'disclaimer' ? ['disclaimer'] : []),
    ...Object.values(value).flatMap(anchorsIn),
  ]
}

/** Addresses that the shop serves without a content page. */
export interface KnownAddresses {
  /** Whether a screen or a file of the shop has this path. */
  readonly isScreen: (path: string) => boolean
  /** A page of the content that everybody finds, by its path. */
  readonly pageAt: (path: string) => ContentPage | undefined
}

/** What is wrong with a link, of a page or of something else; null for one that answers, leads out of the shop or opens a mail. */
export const linkProblem = (
  href: string,
  page: ContentPage | undefined,
  known: KnownAddresses,
): string | null => {
  if (!/^[/#]/.test(href)) return null
  const [address = '', anchor = ''] = href.split('#')
  const path = (address.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
  const target = href.startsWith('#') || path === page?.path ? page : known.pageAt(path)
  if (target === undefined) return known.isScreen(path) ? null : `The shop has no page at ${path}.`
  if (anchor === '' || anchorsIn(target).includes(anchor) || known.isScreen(path)) return null
  return `${target.path === page?.path ? 'This page' : path} has no part “${anchor}”.`
}

const linkProblems = (page: ContentPage, known: KnownAddresses): PageProblem[] =>
  linksIn(page).flatMap(({ path, href }) => {
    const message = linkProblem(href, page, known)
    return message === null ? [] : [{ check: 'links', path, message }]
  })

const pictureProblems = (
  value: unknown,
  isPicture: (name: string) => boolean,
  path: readonly PropertyKey[] = [],
): PageProblem[] => {
  if (Array.isArray(value))
    return value.flatMap((entry: unknown, at) => pictureProblems(entry, isPicture, [...path, at]))
  if (!isDocument(value)) return []
  const { name, alt, narrowPicture } = value
  const problem = (key: string, message: string): PageProblem => ({
    check: 'pictures',
    path: [...path, key],
    message,
  })
  const inner = Object.entries(value).flatMap(([key, entry]) =>
    pictureProblems(entry, isPicture, [...path, key]),
  )
  const narrow =
    typeof narrowPicture === 'string' && !isPicture(narrowPicture)
      ? [problem('narrowPicture', `There is no picture ${narrowPicture}.`)]
      : []
  if (typeof name !== 'string' || typeof alt !== 'string') return [...narrow, ...inner]
  return [
    ...(isPicture(name) ? [] : [problem('name', `There is no picture ${name}.`)]),
    ...(alt.trim() === '' ? [problem('alt', `The picture ${name} has no description.`)] : []),
    ...narrow,
    ...inner,
  ]
}

interface HeadingAt {
  readonly level: number
  readonly path: readonly PropertyKey[]
}

const blockHeadings = (block: ContentBlock, level: 2 | 3, path: readonly PropertyKey[]): HeadingAt[] => {
  if (block.kind === 'heading') return [{ level, path }]
  if (block.kind !== 'section') return []
  return [
    { level, path },
    ...block.blocks.flatMap((inner, at) => blockHeadings(inner, 3, [...path, 'blocks', at])),
  ]
}

const sectionHeadings = (section: ContentSection, path: readonly PropertyKey[]): HeadingAt[] => {
  if (section.kind === 'title' || section.kind === 'hero') return [{ level: 1, path }]
  const own = 'heading' in section && section.heading !== undefined ? [{ level: 2, path }] : []
  if (section.kind !== 'text') return own
  const level = own.length > 0 ? 3 : 2
  return [
    ...own,
    ...section.blocks.flatMap((block, at) => blockHeadings(block, level, [...path, 'blocks', at])),
  ]
}

/** Headings as a screen reader lists them: one of the first level, before all others, and no level left out. */
const headingProblems = ({ product, sections }: ContentPage): PageProblem[] => {
  const headings = sections.flatMap((section, at) => sectionHeadings(section, ['sections', at]))
  const all = product === undefined ? headings : [{ level: 1, path: ['product'] }, ...headings]
  const problem = (path: readonly PropertyKey[], message: string): PageProblem => ({
    check: 'headings',
    path,
    message,
  })
  const [first] = all
  if (first?.level !== 1) return [problem(first?.path ?? [], 'The page does not begin with its title.')]
  return all.slice(1).flatMap(({ level, path }, at) => {
    if (level === 1) return [problem(path, 'A page has one title.')]
    const before = all[at]?.level ?? 1
    return level > before + 1 ? [problem(path, 'This heading is under no heading of the level above.')] : []
  })
}

interface CheckFacts {
  readonly page: ContentPage
  readonly known: KnownAddresses
  /** Whether a picture has this name. */
  readonly isPicture: (name: string) => boolean
  /** Claims that are new or say something else than before. */
  readonly changed: readonly PageClaim[]
}

/** The problems of a readable page that prevent its publication; its texts were checked when it was read. */
export const pageProblems = ({ page, known, isPicture, changed }: CheckFacts): readonly PageProblem[] => [
  ...linkProblems(page, known),
  ...pictureProblems({ article: page.article, product: page.product, sections: page.sections }, isPicture),
  ...headingProblems(page),
  ...changed
    .filter(({ hasSource }) => !hasSource)
    .map(({ path }) => ({
      check: 'claims' as const,
      path,
      message: 'A changed claim links to its source: a study, or the part of a page that lists it.',
    })),
]
