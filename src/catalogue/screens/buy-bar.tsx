import { Button } from '#ui/button.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { Price } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import { productMessages } from '../messages/product-messages.ts'
import { buyFormId } from './plan-chooser.tsx'
import type { Offer } from './plan-chooser.tsx'
import styles from './plan-chooser.module.css'
import { durationText } from './plan-option.ts'

interface BuyBarProps {
  /** Of the product; null where the offers are products themselves. */
  readonly name: string | null
  readonly offers: readonly Offer[]
}

/** The bar at the bottom of narrow screens: the chosen plan, its price and the same button. */
export const BuyBar = ({ name, offers }: BuyBarProps) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  return (
    <div className={styles.bar} data-buy-bar="">
      {offers.map((offer, at) =>
        offer.options.map((option, row) => (
          <div key={option.code} className={styles.barChoice} data-choice={`${at + 1}-${row + 1}`}>
            <span>
              <b className={text.strong}>{name ?? offer.label}</b>
              <span className={styles.barTerms}>
                {name === null ? null : `${offer.label}, `}
                {durationText(option.months, locale)},{' '}
                <Price cents={option.priceCents} currency={option.currency} />
              </span>
            </span>
            <Button kind="primary" size="small" form={buyFormId} name="plan" value={option.code}>
              {t('startNow')}
            </Button>
          </div>
        )),
      )}
    </div>
  )
}
