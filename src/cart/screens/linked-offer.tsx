import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './linked-offer.module.css'
import { linkIntent } from './cart-intent.ts'
import { LinePicture } from './line-picture.tsx'
import { productPart, variantPart } from './plan-text.ts'
import { priceText } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'
import { CatalogueText } from '#catalogue/screens/parts/plan-name.tsx'

export interface Offer {
  /** Plan code; empty where the link only brings a promo code. */
  readonly plan: string
  readonly promoCode: string
  readonly name: string | null
  readonly price: string | null
  readonly currency: Currency
}

interface LinkedOfferProps {
  readonly offer: Offer
  /** Nothing else is on the page: its heading is the page's heading, its button the primary one. */
  readonly alone: boolean
}

const OfferText = ({ offer, alone }: LinkedOfferProps) => {
  const Heading = alone ? 'h1' : 'h2'
  const { name, promoCode } = offer
  const t = useMessages(cartMessages)
  return (
    <div>
      <Heading className={alone ? text.d2 : text.h4}>
        {name === null ? t('promoCode', { code: promoCode }) : <CatalogueText of={name} part={productPart} />}
      </Heading>
      {name === null ? null : (
        <p className={classNames(text.small, text.mute, styles.detail)}>
          <CatalogueText of={name} part={variantPart} />
          {variantPart(name) === '' || promoCode === '' ? '' : ', '}
          {promoCode === '' ? '' : t('withPromoCode', { code: promoCode })}
        </p>
      )}
    </div>
  )
}

/** What a link from another site offers to add to the cart; one button accepts it. Part of a form. */
export const LinkedOffer = ({ offer, alone }: LinkedOfferProps) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  return (
    <section className={classNames(styles.offer, alone && styles.alone)}>
      {offer.plan === '' ? null : <LinePicture planCode={offer.plan} size="line" />}
      <OfferText offer={offer} alone={alone} />
      <div className={styles.agree}>
        <input type="hidden" name="linked_plan" value={offer.plan} />
        <input type="hidden" name="linked_code" value={offer.promoCode} />
        <Button
          kind={alone ? 'primary' : 'secondary'}
          name="intent"
          value={linkIntent}
          end={offer.price === null ? undefined : priceText(offer.price, offer.currency, locale)}
        >
          {offer.name === null ? t('useCode') : t('addToCart')}
        </Button>
      </div>
    </section>
  )
}
