import type { CardOrigins } from './page-run.ts'

interface PolicyFacts {
  /** `sha256-…` of inline scripts that are the same in every answer. */
  readonly scriptHashes: readonly string[]
  /** Null on pages that take no cards. */
  readonly cards: CardOrigins | null
  /** The source of the human check widget; null on pages without one. */
  readonly checkOrigin: string | null
  /** The page shows an address of our own in a frame. */
  readonly framesOwnPages?: boolean
  /** The page shows a file that a person has chosen, before it is sent. */
  readonly showsChosenFiles?: boolean
  /** Pages of our own may show it in a frame. */
  readonly isFramedByOwnPages?: boolean
  /** In development, the host that Vite answers on: its client adds style elements and opens a WebSocket. */
  readonly viteHost?: string | undefined
}

const directive = (name: string, ...sources: readonly string[]): string => [name, ...sources].join(' ')

/**
 * The content security policy of a page: nothing inline except what is named, nothing from other hosts except the card
 * processor.
 */
export const contentPolicy = ({
  scriptHashes,
  cards,
  checkOrigin,
  framesOwnPages,
  showsChosenFiles,
  isFramedByOwnPages,
  viteHost,
}: PolicyFacts): string => {
  const inline = scriptHashes.map((hash) => `'${hash}'`)
  const check = checkOrigin === null ? [] : [checkOrigin]
  const frames = [...(framesOwnPages ? [`'self'`] : []), ...(cards?.frames ?? []), ...check]
  return [
    directive('default-src', `'none'`),
    directive('script-src', `'self'`, ...inline, ...(cards?.scripts ?? []), ...check),
    directive('style-src', `'self'`, ...(viteHost ? [`'unsafe-inline'`] : [])),
    directive('img-src', `'self'`, ...(showsChosenFiles ? ['blob:'] : [])),
    directive('font-src', `'self'`),
    directive('media-src', `'self'`),
    directive(
      'connect-src',
      `'self'`,
      ...(viteHost ? [`ws://${viteHost}`] : []),
      ...(cards?.connections ?? []),
    ),
    directive('frame-src', ...(frames.length > 0 ? frames : [`'none'`])),
    directive('form-action', `'self'`, ...(cards?.forms ?? [])),
    directive('manifest-src', `'self'`),
    directive('base-uri', `'none'`),
    directive('frame-ancestors', isFramedByOwnPages ? `'self'` : `'none'`),
  ].join('; ')
}
