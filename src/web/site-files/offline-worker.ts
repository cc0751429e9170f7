import { localAddress } from '#shared/locale-path.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** The page shown without a network; the only page that the browser ever stores. */
const offlinePath = '/offline'

/**
 * The service worker as text. It stores one public page with its styles and typeface, requested without cookies, and
 * answers with it when a page cannot be loaded. No visited page is stored, of members or otherwise. `edition` changes
 * with every build, so that a new one is loaded.
 *
 * A page that the worker fetches reaches the shop as `same-origin / empty`, whichever site linked to it. So the worker
 * does not handle requests that may change a session by a link (a query, an endpoint): the browser requests them itself
 * with correct headers.
 */
export const offlineWorker = (
  edition: string,
  locales: readonly Locale[] = [defaultLocale],
): string => `'use strict'
const cacheName = 'offline-${edition}'
const pages = ${JSON.stringify(locales.map((locale) => localAddress(offlinePath, locale)))}
const files = /(?:href|src)="(\\/(?:assets|fonts)\\/[^"]+\\.(?:css|woff2))"/g
const pageFor = (path) => pages.find((page) => page !== '${offlinePath}' && path.startsWith('/' + page.split('/')[1] + '/')) ?? '${offlinePath}'
self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(cacheName)
    for (const path of pages) {
      const page = await fetch(path, { credentials: 'omit' })
      if (!page.ok) throw new Error('the offline page is not there')
      const text = await page.clone().text()
      await cache.addAll([...text.matchAll(files)].map((found) => found[1]))
      await cache.put(path, page)
    }
    await self.skipWaiting()
  })())
})
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
    await self.clients.claim()
  })())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && (search !== '' || pathname.startsWith('/api/'))) return
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(async () => (await caches.match(pageFor(pathname))) ?? Response.error()))
  else if (request.destination === 'style' || request.destination === 'font')
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()))
})
`
