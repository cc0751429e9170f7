import type { ShownPicture } from './brand-pictures.ts'
import type { Language } from './languages.ts'
import type { Locale } from './locale.ts'
import { sampleMenuDe } from './sample-menu-de.ts'
import { sampleMenuEn } from './sample-menu-en.ts'

export interface MenuLink {
  readonly label: string
  readonly href: `/${string}`
}

export interface PanelLink extends MenuLink {
  readonly note: string
}

/** A menu of the header besides that of the products. */
export interface MenuPanel {
  readonly label: string
  readonly links: readonly PanelLink[]
  readonly picture: ShownPicture
}

/** Where the menus of a brand lead, besides its products and the account. */
export interface BrandMenu {
  readonly panels: readonly MenuPanel[]
  /** Beside the products. */
  readonly aside: readonly MenuLink[]
  /** Below the products in the footer. */
  readonly shop: readonly MenuLink[]
  /** The other columns of the footer. */
  readonly columns: readonly { readonly title: string; readonly links: readonly MenuLink[] }[]
  /** What the short footer of account pages leads to. */
  readonly help: readonly MenuLink[]
  readonly legal: readonly MenuLink[]
}

const sampleMenus: Readonly<Record<Language, BrandMenu>> = { en: sampleMenuEn, de: sampleMenuDe }

/** The menus of the brand in a language; those of the first one where there are no others. */
export const brandMenuIn = (locale: Locale): BrandMenu => {
  const own = globalThis.shopBrand
  const language = locale === 'en-XA' ? 'en' : locale
  return own === undefined ? sampleMenus[language] : (own.translations[language]?.menu ?? own.menu)
}
