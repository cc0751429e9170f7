import type { ContentProduct } from '#content/rules/content-page.ts'
import { pictureName } from './catalogue-entry.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { nameParts, prefixOf } from './product.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { productMessages } from '../messages/product-messages.ts'

/** What the page of a product says that is made of its entries. */
interface CataloguePage {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly product: ContentProduct
}

/** Whom the page is for: their language, and what the catalogue says in it. */
interface Reader {
  readonly locale: Locale
  readonly translated: (text: string) => string
}

/** A plan as the page offers it. */
interface PagePlan {
  readonly code: string
  readonly name: string
  readonly isSrp: boolean
  readonly soldAlone: boolean
  readonly productName: string
}

const offer = (label: string, hint: string, unit: string, plans: readonly PagePlan[]) =>
  plans.length === 0 ? [] : [{ label, hint, unit, plans: plans.map(({ code }) => code) }]

/** Each picture of the entries once: those of the lines, then those of the upsells. */
const galleryOf = (
  entries: readonly CatalogueEntry[],
  name: string,
  locale: Locale,
): ContentProduct['gallery'] => {
  const t = productMessages.in(locale)
  const addresses = [
    ...entries.map(({ cartImage }) => cartImage),
    ...entries.flatMap(({ upsell }) => upsell?.images ?? []),
  ]
  const names = [...new Set(addresses.flatMap((address) => pictureName(address) ?? []))].slice(0, 12)
  return names.map((picture, at) => ({
    name: picture,
    alt: at === 0 ? name : t('pictureNumbered', { name, number: at + 1 }),
  }))
}

/** A text of the catalogue without the marks of content texts. */
const plainText = (text: string): string => text.replaceAll(/[*[\]{}]/g, '')

const offersOf = (plans: readonly PagePlan[], locale: Locale): ContentProduct['offers'] => {
  const t = productMessages.in(locale)
  const [first] = plans
  const ofOne = plans.filter(({ code }) => prefixOf(code) === prefixOf(first?.code ?? ''))
  const starts = ofOne.filter(({ isSrp }) => !isSrp)
  const refills = ofOne.filter(({ isSrp }) => isSrp)
  return [
    ...offer(t('firstOrder'), t('toBegin'), t('pieces'), starts),
    ...offer(t('refill'), t('toGoOn'), t('pieces'), refills),
  ]
}

/**
 * The page of a product that has no content page: of the entries that name its path, with the plans on sale in the order of the
 * catalogue. Null when no plan that is sold alone names the path.
 */
export const cataloguePage = (
  path: string,
  entries: readonly CatalogueEntry[],
  plans: readonly PagePlan[],
  { locale, translated }: Reader = { locale: defaultLocale, translated: (text) => text },
): CataloguePage | null => {
  const named = new Map(
    entries.flatMap((entry) => (entry.pdpUrl === path ? [[entry.sku, entry] as const] : [])),
  )
  const sold = plans.filter(({ code, soldAlone }) => soldAlone && named.has(code))
  const own = sold.flatMap(({ code }) => named.get(code) ?? [])
  const [[first], [plan]] = [own, sold]
  if (!first || !plan) return null
  const text = plainText(translated(first.srp0PdpDescription))
  const product: ContentProduct = {
    ...nameParts(plan.productName),
    summary: text,
    claim: false,
    gallery: galleryOf(own, plan.productName, locale),
    question: productMessages.in(locale)('whatNeeded'),
    offers: offersOf(sold, locale),
    chosen: 0,
    facts: [],
    directions: [],
  }
  return { path, title: plan.productName, description: text, product }
}
