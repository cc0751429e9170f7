import { brand } from '#shared/brand.ts'

/** The web manifest: how the shop looks on a home screen. */
export const manifest = (): string =>
  JSON.stringify({
    name: brand.name,
    short_name: brand.name,
    description: 'Synbiotics in refillable glass, by subscription.',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f4f5f1',
    theme_color: '#f4f5f1',
    lang: 'en-US',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
    shortcuts: [
      { name: 'Subscriptions', url: '/account/subscriptions' },
      { name: 'Cart', url: '/cart' },
    ],
  })
