import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { isNoPrice, priceText } from '#shared/money.ts'
import type { CartReply } from '../endpoints.ts'
import { LinePicture } from './line-picture.tsx'
import styles from './upsells.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { CatalogueText } from '#catalogue/screens/parts/plan-name.tsx'
import type { Locale } from '#shared/locale.ts'

type Upsell = CartReply['upsells'][number]

const addIntent = 'add-upsell '

/** Amounts without decimals where possible, for a badge: `$10 off`. */
const shortAmount = ({ discount, currency }: Upsell, locale: Locale): string =>
  priceText(discount, currency, locale).replace(/[.,]00(?=$|\s)/, '')

const UpsellFacts = ({ upsell }: { readonly upsell: Upsell }) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  const title = useCatalogueText()(upsell.title)
  return (
    <>
      <LinePicture planCode={upsell.plan_code} size="upsell" />
      <div>
        <h3 className={text.h4}>
          <CatalogueText of={upsell.title} />
        </h3>
        <p className={classNames(text.small, text.mute)}>
          <CatalogueText of={upsell.description} />{' '}
          {isNoPrice(upsell.discount) ? null : (
            <Badge kind="save">{t('discountOff', { amount: shortAmount(upsell, locale) })}</Badge>
          )}
        </p>
      </div>
      <div className={styles.add}>
        <p className={text.figures}>
          {priceText(upsell.price, upsell.currency, locale)}{' '}
          <span className={classNames(text.small, text.mute)}>
            <CatalogueText of={upsell.price_subtext} />
          </span>
        </p>
        <Button
          kind="secondary"
          size="small"
          name="intent"
          value={`${addIntent}${upsell.plan_code}`}
          label={t('addNamed', { item: title })}
        >
          {t('add')}
        </Button>
      </div>
    </>
  )
}

/** The plan code of a pressed "Add" button; null for any other button. */
export const upsellToAdd = (intent: string): string | null =>
  intent.startsWith(addIntent) ? intent.slice(addIntent.length) : null

/**
 * The upsells (spec §4), as rows under the lines. The buttons belong to the surrounding form, so that no value entered
 * there is lost.
 */
export const Upsells = ({ upsells }: { readonly upsells: readonly Upsell[] }) => {
  const t = useMessages(cartMessages)
  return upsells.length === 0 ? null : (
    <section className={styles.upsells} aria-labelledby="upsells">
      <h2 className={text.h4} id="upsells">
        {t('addToOrder')}
      </h2>
      <ul>
        {upsells.map((upsell) => (
          <li key={upsell.plan_code} className={styles.upsell} data-key={upsell.plan_code}>
            <UpsellFacts upsell={upsell} />
          </li>
        ))}
      </ul>
    </section>
  )
}
