import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { formatPrice, parsePrice } from '#shared/money.ts'
import type { CartReply } from '../calls.ts'
import { CartForm } from './cart-forms.tsx'
import { LinePicture } from './line-picture.tsx'
import { isNothing, shownPrice } from './plan-words.ts'
import styles from './upsells.module.css'

type Upsell = CartReply['upsells'][number]

/** Whole units without decimals, as a badge has it: `$10 off`. */
const offWords = (amount: string): string =>
  `${formatPrice(parsePrice(amount), 'USD').replace(/\.00$/, '')} off`

const UpsellRow = ({ upsell }: { readonly upsell: Upsell }) => (
  <li>
    <CartForm className={styles.upsell} plan={upsell.plan_code}>
      <LinePicture planCode={upsell.plan_code} size="upsell" />
      <div>
        <h3 className={text.h4}>{upsell.title}</h3>
        <p className={classNames(text.small, text.mute)}>
          {upsell.description}{' '}
          {isNothing(upsell.discount) ? null : <Badge kind="save">{offWords(upsell.discount)}</Badge>}
        </p>
      </div>
      <div className={styles.add}>
        <p className={text.figures}>
          {shownPrice(upsell.price)}{' '}
          <span className={classNames(text.small, text.mute)}>{upsell.price_subtext}</span>
        </p>
        <Button kind="line" size="small" name="intent" value="add" label={`Add ${upsell.title}`}>
          Add
        </Button>
      </div>
    </CartForm>
  </li>
)

/** What else goes into the same box (spec §4): rows under the lines, never in the way. */
export const Upsells = ({ upsells }: { readonly upsells: readonly Upsell[] }) =>
  upsells.length === 0 ? null : (
    <section className={styles.upsells} aria-labelledby="upsells">
      <h2 className={text.h4} id="upsells">
        Same house, same box
      </h2>
      <ul>
        {upsells.map((upsell) => (
          <UpsellRow key={upsell.plan_code} upsell={upsell} />
        ))}
      </ul>
    </section>
  )
