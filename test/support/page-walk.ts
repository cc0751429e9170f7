import { splitLocale } from '#shared/locale-path.ts'
import { defaultLocale, shopLocales } from '#shared/locale.ts'
import { screens } from '../../src/web/routing/paths.ts'
import type { ApiResponse } from './api-client.ts'
import type { TestShop } from './shop.ts'

/** The client that requests pages: a visitor's or a member's. */
export interface Asker {
  readonly send: (sent: { method: string; path: string }) => Promise<ApiResponse>
}

const isOfFirstLanguage = (path: string): boolean =>
  splitLocale(
    path,
    shopLocales.map(({ code }) => code),
  ).locale === defaultLocale

/** The URLs that the shop lists for search engines, in the first language: others have their tests in `languages.test.ts`. */
export const listedPaths = async (asker: Asker): Promise<string[]> => {
  const { text } = await asker.send({ method: 'GET', path: '/sitemap.xml' })
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address = '']) => new URL(address).pathname)
    .filter(isOfFirstLanguage)
}

/** Every URL without a parameter, for any kind of visitor. */
export const everyPath = async (asker: Asker): Promise<string[]> => {
  const plain = screens.map(({ path }) => path).filter((path) => !path.includes(':'))
  return [...new Set<string>([...(await listedPaths(asker)), ...plain, '/offline'])].toSorted()
}

export interface WalkedPage {
  readonly path: string
  readonly text: string
}

/** Requests URLs and collects the pages that were shown; redirects and refusals are excluded. */
export const walk = async (asker: Asker, paths: readonly string[]): Promise<WalkedPage[]> => {
  const pages: WalkedPage[] = []
  for (const path of paths) {
    const { status, headers, text } = await asker.send({ method: 'GET', path })
    if (status === 200 && headers.get('content-type')?.startsWith('text/html')) pages.push({ path, text })
  }
  return pages
}

/** A person with something in the cart, so that the checkout is a page. */
export const withCart = async (shop: TestShop, region: string) => {
  const visitor = shop.visitor('US', region)
  await visitor.add('syn-wk')
  return visitor
}
