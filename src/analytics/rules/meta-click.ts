import type { Query } from './campaign.ts'

/** Where the name of a host counts from, for the id of a click: one label, two, or more (spec §9). */
const depthOf = (host: string): 0 | 1 | 2 => {
  const labels = host.split('.').filter((label) => label !== '').length
  return labels <= 1 ? 0 : labels === 2 ? 1 : 2
}

const fbclidPattern = /^[\w-]{1,255}$/

/**
 * The id of a click on a Meta ad, `fb.{0|1|2}.{timestamp}.{fbclid}` (spec §9). `host` without port, `at` in epoch
 * milliseconds; null when the URL has no click, or an invalid one.
 */
export const metaClickId = (query: Query, host: string, at: number): string | null => {
  const fbclid = query.get('fbclid') ?? ''
  return fbclidPattern.test(fbclid) ? `fb.${depthOf(host)}.${at}.${fbclid}` : null
}

const clickIdPattern = /^fb\.[012]\.\d{10,16}\.[\w-]{1,255}$/

/** Whether a stored text is such an id. */
export const isMetaClickId = (text: string): boolean => clickIdPattern.test(text)
