import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '#platform/clock.ts'
import { cdnTag, pageFacts } from '#shared/page-facts.ts'
import { secondsLeft } from './page-version.ts'

interface CdnSettings {
  readonly cdnSeconds: number
  readonly countryHeader: string | null
  readonly regionHeader: string | null
}

/** More headers for a visitor's page, for requests with these headers; null for none. */
export type CdnHeaders = (headers: IncomingHttpHeaders) => Readonly<Record<string, string>> | null

/**
 * What tells a CDN that it may keep a page, and under which names. Only the answer to a request without any cookie or
 * privacy signal: cookies choose country, currency and what is said of consent. `vary` names all else that pages differ by,
 * and browsers ask again as before (RFC 9213).
 */
export const createCdnHeaders = (
  { cdnSeconds, countryHeader, regionHeader }: CdnSettings,
  clock: Clock,
): CdnHeaders => {
  if (cdnSeconds === 0) return () => null
  const tags = pageFacts.map(cdnTag)
  const differBy = ['accept-encoding', 'cookie', 'sec-gpc', countryHeader, regionHeader]
  const fixed = {
    vary: differBy.filter((name) => name !== null).join(', '),
    'surrogate-key': tags.join(' '),
    'cache-tag': tags.join(','),
  }
  return ({ cookie, 'sec-gpc': signal }) => {
    if (cookie !== undefined || signal !== undefined) return null
    // With the quarter of the hour the days of arrival can change.
    const age = `max-age=${Math.min(cdnSeconds, secondsLeft(clock.now()))}`
    return { ...fixed, 'cdn-cache-control': age, 'surrogate-control': age }
  }
}
