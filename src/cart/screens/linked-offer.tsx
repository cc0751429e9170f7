import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import styles from './cart-contents.module.css'
import { shownPrice } from './plan-words.ts'

export interface Offer {
  /** Plan code; empty where the link only brings a promo code. */
  readonly plan: string
  readonly promoCode: string
  readonly name: string | null
  readonly price: string | null
}

/** What a link from another site would like to put into the cart; one press agrees to it. */
export const LinkedOffer = ({ offer }: { readonly offer: Offer }) => (
  <section className={styles.offer} aria-labelledby="offer">
    <h2 className={text.h4} id="offer">
      {offer.name ?? `Promo code ${offer.promoCode}`}
    </h2>
    {offer.name !== null && offer.promoCode !== '' ? <p>With promo code {offer.promoCode}.</p> : null}
    <form method="post" action="/cart">
      <input type="hidden" name="plan" value={offer.plan} />
      <input type="hidden" name="promo_code" value={offer.promoCode} />
      <Button
        kind="line"
        name="intent"
        value="follow-link"
        end={offer.price === null ? undefined : shownPrice(offer.price)}
      >
        {offer.name === null ? 'Use this code' : 'Add to cart'}
      </Button>
    </form>
  </section>
)
