import { LinePicture } from '#cart/screens/line-picture.tsx'
import { productPart, variantPart } from '#cart/screens/plan-text.ts'
import text from '#ui/text.module.css'
import type { Totals } from '../endpoints.ts'
import styles from './summary-lines.module.css'
import { priceText } from '#shared/money.ts'

/** The items of the purchase, in short: picture, name, quantity, price before discounts. */
export const SummaryLines = ({ lines }: Pick<Totals, 'lines'>) => (
  <ul className={styles.lines}>
    {lines.map((line) => (
      <li key={line.plan_code} className={styles.line}>
        <LinePicture planCode={line.plan_code} size="summary" />
        <div>
          <p>
            {productPart(line.name)}
            {line.quantity > 1 ? ` × ${line.quantity}` : ''}
          </p>
          <p className={`${text.small} ${text.mute}`}>{variantPart(line.name)}</p>
        </div>
        <p className={text.figures}>{priceText(line.subtotal, line.currency)}</p>
      </li>
    ))}
  </ul>
)
