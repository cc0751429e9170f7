/** The Sec-Fetch-* headers of a request; undefined where the client sent none. */
export interface FetchSite {
  readonly site: string | undefined
  readonly dest: string | undefined
  readonly mode?: string | undefined
}

const sameSites = ['same-origin', 'none']
const allowedDestinations = ['document', 'empty']

/**
 * Whether a GET may change the session (ruling 18): requested by the shop's own pages or by the person, as a page or a
 * fetch; never by another site and never as a picture, script or frame. A page that a service worker fetches
 * (`navigate` for `empty`) says nothing about the site that linked to it. Clients other than browsers send no such
 * header and carry no cookies they were not given.
 */
export const mayChangeSession = ({ site, dest, mode }: FetchSite): boolean =>
  (site === undefined || sameSites.includes(site)) &&
  (dest === undefined || allowedDestinations.includes(dest)) &&
  !(mode === 'navigate' && dest === 'empty')
