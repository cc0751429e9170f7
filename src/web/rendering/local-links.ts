import { localAddress } from '#shared/locale-path.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** React escapes `>` and `"` in attributes, so a tag ends at the first one. */
const linkingTag = /<(?:a|area|button|form|input) [^>]*>/g
const addressAttribute = /(?<= )(href|action|formaction)="(\/[^"]*)"/gi
/** A link to another language says so, and stays. */
const namesLanguage = / hreflang="/i

/** Has the links and forms of a page lead to pages in its language. Pages name addresses without their prefix. */
export const withLocalLinks = (html: string, locale: Locale): string =>
  locale === defaultLocale
    ? html
    : html.replaceAll(linkingTag, (tag) =>
        namesLanguage.test(tag)
          ? tag
          : tag.replaceAll(
              addressAttribute,
              (_all, name: string, address: string) => `${name}="${localAddress(address, locale)}"`,
            ),
      )

/** The same for a redirect. */
export const withLocalRedirect = (response: Response, locale: Locale): Response => {
  const to = response.headers.get('location')
  if (to === null || locale === defaultLocale) return response
  const headers = new Headers(response.headers)
  headers.set('location', localAddress(to, locale))
  return new Response(response.body, { status: response.status, headers })
}
