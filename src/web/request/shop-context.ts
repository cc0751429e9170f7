import { createContext } from 'react-router'
import type { viewExperiments } from '#experiment/endpoints.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Client } from '../../platform/route.ts'

/**
 * What a page's loader or action knows about its request: the same validated endpoints that HTTP clients use, and no
 * other access to data.
 */
export interface ShopContext extends Pick<
  RequestContext,
  'actor' | 'country' | 'region' | 'requestId' | 'locale'
> {
  readonly call: Client
  /** Where the shop is reached from outside, without a slash at the end. */
  readonly publicUrl: string
  /** What the shell shows of experiments, where it was read before. */
  readonly experiments?: ReplyOf<typeof viewExperiments>
}

/** In a loader or action: `const { call } = context.get(shopContext)`. */
export const shopContext = createContext<ShopContext>()

/** The options of a screen, as `export const handle = { … } satisfies PageHandle`. */
export interface PageOptions {
  /**
   * The same for all visitors of a country: cached in memory. Only for pages that write nothing and show nothing
   * personal.
   */
  readonly sameForVisitors?: boolean
  /** Lets the card processor's frames and scripts in. */
  readonly takesCards?: boolean
  /** Shows the processor's wallets, where they are offered: lets the same frames and scripts in, and windows of wallets. */
  readonly takesWallets?: boolean
  /** Has a form with a human check; allows Cloudflare's widget where it is configured. */
  readonly hasHumanCheck?: boolean
  /** Shows an address of our own in a frame. */
  readonly framesOwnPages?: boolean
  /** Pages of our own may show it in a frame: by its address with `frame`, without scripts. */
  readonly isFramedByOwnPages?: boolean
}
