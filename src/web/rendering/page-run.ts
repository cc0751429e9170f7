import { createContext } from 'react-router'
import type { ShopError } from '#shared/errors.ts'

/** Where the card processor's parts come from, for the content security policy of pages that take cards. */
export interface CardOrigins {
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly connections: readonly string[]
  /** Where a form of ours may end up by a redirect. */
  readonly forms: readonly string[]
}

/** One rendering of a page: what the server tells it, and what it finds out on the way. */
export interface PageRun {
  /** Set when the request is refused before any loader runs: a body too large, a type not taken. */
  readonly refusal: ShopError | null
  readonly cardOrigins: CardOrigins
  /** Where the widget comes from that tells people from programs; null without one. */
  readonly checkOrigin: string | null
  /** Told of faults; errors of the catalogue are no faults. */
  readonly report: (fault: unknown) => void
  /** The first error a loader or action let through. */
  failure: unknown
  /** Whether the answer is the same for every visitor of the country. */
  sameForVisitors: boolean
}

export const pageRun = createContext<PageRun>()
