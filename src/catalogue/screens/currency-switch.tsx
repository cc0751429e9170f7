import { use } from 'react'
import { brand } from '#shared/brand.ts'
import { SiteContext } from '#ui/page-head.tsx'
import styles from './currency-switch.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { productMessages } from '../messages/product-messages.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** The page that takes the choice. */
export const currencyPath = '/currency'

interface CurrencySwitchProps {
  /** The page to come back to. */
  readonly returnTo: string
  /** With the names of the currencies. */
  readonly isLong?: boolean
}

/** The brand's name of a currency, on pages in other languages that of the language. */
const currencyName = (code: string, name: string, locale: Locale): string =>
  locale === defaultLocale
    ? name
    : (new Intl.DisplayNames(formatsOf(locale), { type: 'currency' }).of(code) ?? name)

/** A button for each currency that the shop sells in; nothing where there is one. Needs no script. */
export const CurrencySwitch = ({ returnTo, isLong = false }: CurrencySwitchProps) => {
  const { currency, currencies } = use(SiteContext)
  const t = useMessages(productMessages)
  const locale = useLocale()
  if (currencies.length < 2) return null
  return (
    <form
      method="post"
      action={currencyPath}
      className={styles.switch}
      aria-label={t(isLong ? 'chooseCurrency' : 'currency')}
    >
      <input type="hidden" name="return_to" value={returnTo} />
      {brand.currencies
        .filter(({ code }) => currencies.includes(code))
        .map(({ code, name }) => ({ code, name: currencyName(code, name, locale) }))
        .map(({ code, name }) => (
          <button
            key={code}
            className={styles.choice}
            name="currency"
            value={code}
            aria-pressed={code === currency}
            // The spoken name contains what is written.
            aria-label={`${name}, ${code}`}
          >
            {isLong ? `${name}, ${code}` : code}
          </button>
        ))}
    </form>
  )
}

/** The way to the choice, for pages that are one form already. */
export const CurrencyLink = ({ returnTo }: Pick<CurrencySwitchProps, 'returnTo'>) => {
  const { currency, currencies } = use(SiteContext)
  const t = useMessages(productMessages)
  return currencies.length < 2 ? null : (
    <>
      {t('pricesIn', { currency })}{' '}
      <a href={`${currencyPath}?return_to=${encodeURIComponent(returnTo)}`}>{t('changeCurrency')}</a>
    </>
  )
}
