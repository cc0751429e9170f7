import { localAddress, localePrefix } from '#shared/locale-path.ts'
import { formatsOf, shopLocales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { brand } from '#shared/brand.ts'
import { shellMessages } from '../messages/shell-messages.ts'

/** Where the manifest of a language is served. */
export const manifestPath = (locale: Locale): string => `${localePrefix(locale)}/manifest.webmanifest`

/** The web manifest: how the shop looks on a home screen. */
export const manifest = (locale: Locale): string => {
  const t = shellMessages.in(locale)
  const home = localAddress('/', locale)
  return JSON.stringify({
    name: brand.name,
    short_name: brand.name,
    description: shopLocales.find(({ code }) => code === locale)?.description ?? brand.name,
    start_url: home,
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f4f5f1',
    theme_color: '#f4f5f1',
    lang: formatsOf(locale),
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
    shortcuts: [
      { name: t('subscriptions'), url: localAddress('/account/subscriptions', locale) },
      { name: t('cart'), url: localAddress('/cart', locale) },
    ],
  })
}
