import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { defaultLocale } from '#shared/locale.ts'
import { parsePrice } from '#shared/money.ts'
import { useLocale } from '#ui/locale-context.ts'
import type { Totals } from '../endpoints.ts'
import { renewalTermText } from '../rules/renewal-terms.ts'

/** The sentences next to the pay button in the language of the page, one per subscription that the purchase starts. */
export const useTerms = (
  totals: Pick<Totals, 'terms' | 'renewals' | 'currency'> | null,
): readonly string[] => {
  const locale = useLocale()
  const translated = useCatalogueText()
  if (totals === null) return []
  const { currency } = totals
  if (locale === defaultLocale) return totals.terms
  return totals.renewals.map(
    ({ name, quantity, amount, afterwards, interval_months: intervalMonths, first_on: firstOn }) =>
      renewalTermText(
        {
          name: translated(name),
          quantity,
          priceCents: parsePrice(amount, currency),
          currency,
          afterwards: afterwards && {
            renewals: afterwards.renewals,
            priceCents: parsePrice(afterwards.amount, currency),
          },
          intervalMonths,
          firstOn,
        },
        locale,
      ),
  )
}
