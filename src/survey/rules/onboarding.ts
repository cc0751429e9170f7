import { prefixOf } from '#catalogue/rules/product.ts'
import type { Survey } from './survey.ts'

type Asking = Pick<Survey, 'name' | 'buyers'>

/** `tea + kelp` → `kelp+tea`: the same products are written in one way. */
export const buyersOf = (text: string): string =>
  [...new Set(text.split('+').map((product) => product.trim().toLowerCase()))].toSorted().join('+')

/** Whether completing this survey completes the member's profile (spec §7, `complete_profile`). */
export const isOnboarding = ({ buyers = [] }: Pick<Survey, 'buyers'>): boolean => buyers.length > 0

/** The survey that asks exactly these buyers already; undefined for none. */
export const asksAlready = <S extends Asking>(surveys: Iterable<S>, buyers: string): S | undefined =>
  [...surveys].find((survey) => survey.buyers?.some((one) => buyersOf(one) === buyersOf(buyers)))

/**
 * The onboarding survey for what somebody bought, by codes of plans: that of the most products of which all were bought (spec §4), of as
 * many the one of what was bought first. For products that no survey names, the one that the catalogue names of the first that has one.
 * Null for none.
 */
export const onboardingFor = (
  codes: readonly string[],
  surveys: Iterable<Asking>,
  surveyOf: (code: string) => string | undefined,
): string | null => {
  const bought = [...new Set(codes.map(prefixOf))]
  const [own] = [...surveys]
    .flatMap(({ name, buyers = [] }) => buyers.map((one) => ({ name, products: one.split('+') })))
    .filter(({ products }) => products.every((product) => bought.includes(product)))
    .map(({ name, products }) => ({
      name,
      size: new Set(products).size,
      first: Math.min(...products.map((product) => bought.indexOf(product))),
    }))
    .toSorted((a, b) => b.size - a.size || a.first - b.first || (a.name < b.name ? -1 : 1))
  return own?.name ?? codes.map(surveyOf).find((name) => name !== undefined) ?? null
}
