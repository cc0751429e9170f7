import { ownValue } from '#shared/own-value.ts'
import { addressOf } from './page-cache.ts'
import type { PageRequest } from './page-cache.ts'

/** A key, as a cache finds its answer by it; null for a request that gets none from memory. */
type KeyText = string | null

interface KeySources {
  readonly settings: { readonly countryHeader: string | null; readonly regionHeader: string | null }
  readonly pageVersion: () => string
}

/** Cookies are read only where the key is not known yet. */
export type FindKeyText = (
  request: Pick<PageRequest, 'url' | 'headers'>,
  cookiesOf: () => PageRequest['cookies'],
) => KeyText

/** More would be requests that somebody makes up. */
const maxKeys = 1_000
const maxLength = 500

/**
 * Remembers which key a request has, by all of it that the key is made of: making one costs more than sending the answer. What
 * places and settings say of a request is the same as long as the version is.
 */
export const createRememberedKeys = (
  { settings, pageVersion }: KeySources,
  keyTextOf: (request: PageRequest) => KeyText,
): FindKeyText => {
  const known = new Map<string, KeyText>()
  let version = ''
  const placeNames = [settings.countryHeader, settings.regionHeader].filter((name) => name !== null)
  /** No header has a line feed. */
  const saidBy = ({ url, headers }: Parameters<FindKeyText>[0]): string => {
    let said = `${addressOf(url)}\n${headers.cookie ?? ''}\n${String(headers['sec-gpc'] ?? '')}`
    for (const name of placeNames) said += `\n${String(ownValue(headers, name) ?? '')}`
    return said
  }
  return (request, cookiesOf) => {
    const current = pageVersion()
    if (current !== version) {
      known.clear()
      version = current
    }
    const said = saidBy(request)
    const found = known.get(said)
    if (found !== undefined) return found
    const { url, headers } = request
    const text = keyTextOf({ url, headers, cookies: cookiesOf() })
    // What is kept is a piece of the address, which keeps all of it.
    if (Math.max(said.length, url.length) > maxLength) return text
    if (known.size >= maxKeys) known.clear()
    known.set(said, text)
    return text
  }
}
