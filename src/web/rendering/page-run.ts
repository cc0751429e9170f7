import { createContext } from 'react-router'
import type { ProductReply } from '#catalogue/endpoints.ts'
import type { ShopError } from '#shared/errors.ts'

/** Where the card processor's parts come from, for the content security policy of pages that take cards. */
export interface CardOrigins {
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly connections: readonly string[]
  /** Where a form may be redirected to. */
  readonly forms: readonly string[]
}

/** One rendering of a page: its input from the server, and its results. */
export interface PageRun {
  /** Set when the request is refused before any loader runs: a body too large, a type not taken. */
  readonly refusal: ShopError | null
  readonly cardOrigins: CardOrigins
  /** Whether the shop offers wallets. */
  readonly hasWallets: boolean
  /** The source of the human check widget; null without one. */
  readonly checkOrigin: string | null
  /** As they were read last, for a page whose shell could not read them. */
  readonly products: readonly ProductReply[]
  /** Called for bugs; errors of the catalogue are not bugs. */
  readonly report: (fault: unknown) => void
  /** The first error a loader or action let through. */
  failure: unknown
  /** The pattern of the screen's address; null before it is known. */
  pattern: string | null
  /** Whether the answer is the same for every visitor of the country. */
  sameForVisitors: boolean
}

export const pageRun = createContext<PageRun>()

type Surroundings = Pick<PageRun, 'products' | 'cardOrigins' | 'hasWallets' | 'checkOrigin'>

const noSurroundings: Surroundings = {
  products: [],
  cardOrigins: { scripts: [], frames: [], connections: [], forms: [] },
  hasWallets: false,
  checkOrigin: null,
}

/** A run that begins; pages of the desk need nothing of what surrounds those of the shop. */
export const newRun = (report: PageRun['report'], around: Surroundings = noSurroundings): PageRun => ({
  ...around,
  refusal: null,
  report,
  failure: null,
  pattern: null,
  sameForVisitors: false,
})
