/** `/de` on pages in German; empty on those of the first language. */
const prefix = (): string => document.documentElement.dataset['prefix'] ?? ''

/** The path of this page without the prefix of its language, as the shop's own addresses are written. */
export const pagePath = (): string => location.pathname.slice(prefix().length) || '/'

/** An address of the shop in the language of this page: `/cart` → `/de/cart`; one that has the prefix stays. */
export const inPageLanguage = (address: string): string => {
  const start = prefix()
  if (start === '' || !address.startsWith('/') || address === start || address.startsWith(`${start}/`))
    return address
  return `${start}${address}`
}
