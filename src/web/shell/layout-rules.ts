import { ownValue } from '#shared/own-value.ts'
/** Parts of the shell that a page may do without (spec §2 "Layout"). */
export type ShellPart = 'header' | 'banner' | 'footer' | 'menu' | 'left-navigation' | 'actions'

interface LayoutRule {
  readonly hides: readonly ShellPart[]
  /** The header is over the page's first picture. */
  readonly overlaysPicture?: boolean
}

const allParts = [
  'header',
  'banner',
  'footer',
  'menu',
  'left-navigation',
  'actions',
] as const satisfies readonly ShellPart[]

/** One line per page that differs from the rest; `/*` at the end means a page and all below it. */
const rules: Readonly<Record<string, LayoutRule>> = {
  '/': { hides: [], overlaysPicture: true },
  '/account/*': { hides: ['banner'] },
  '/cart': { hides: ['banner', 'footer'] },
  '/checkout': { hides: ['banner', 'footer', 'menu', 'left-navigation', 'actions'] },
  '/checkout/card': { hides: ['banner', 'footer', 'menu', 'left-navigation', 'actions'] },
  '/is-ds01-right-for-you': { hides: allParts },
  '/onboarding/*': { hides: allParts },
  // Somebody who just bought is not asked whether the product is right.
  '/thank-you': { hides: ['banner'] },
  '/get-started': { hides: ['footer'] },
  '/continue': { hides: ['footer', 'left-navigation'] },
  '/target': { hides: ['left-navigation'] },
}

/** The page without header or footer. */
export const bareLayout: LayoutRule = { hides: allParts }

/** The page with everything around it. */
export const defaultLayout: LayoutRule = { hides: [] }

const withoutEndSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

/** What decides whether the quiz is promoted on the pages of a product. */
interface ProductPages {
  readonly page: string
  /** Its plan, which the page of its sources is named by. */
  readonly plan: string
  readonly hidesQuiz?: boolean | undefined
}

const isOf = (path: string, { page, plan }: ProductPages): boolean =>
  path === page || path === `/reference/${plan}`

/** Which parts of the shell a page hides. */
export const layoutOf = (path: string, products: readonly ProductPages[]): LayoutRule =>
  products.some((one) => one.hidesQuiz && isOf(withoutEndSlash(path), one))
    ? { hides: ['banner'] }
    : ruleOf(path)

const ruleOf = (path: string): LayoutRule =>
  ownValue(rules, withoutEndSlash(path)) ?? ownValue(rules, `/${path.split('/')[1]}/*`) ?? defaultLayout

export const shows = (layout: LayoutRule, part: ShellPart): boolean => !layout.hides.includes(part)

/**
 * The banner is for visitors of the quiz audience (spec §2); whether they have a promo code is known only to the
 * browser.
 */
export const showsBanner = (
  layout: LayoutRule,
  { member, quizAudience }: { readonly member: object | null; readonly quizAudience: boolean },
): boolean => shows(layout, 'banner') && member === null && quizAudience

/** Consent is asked for on pages with an ordinary header; never in the middle of a checkout or a quiz. */
export const asksConsent = (layout: LayoutRule, path: string): boolean =>
  shows(layout, 'actions') && withoutEndSlash(path) !== '/consent'
