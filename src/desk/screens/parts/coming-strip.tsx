import { brand } from '#shared/brand.ts'
import { priceText } from '#shared/money.ts'
import type { ComingOrder } from '../../subscription-endpoints.ts'
import styles from './coming-strip.module.css'
import { ProductName } from './mark.tsx'

const dayOf = (on: string): string =>
  Temporal.PlainDate.from(on).toLocaleString(brand.locale, { month: 'short', day: 'numeric' })

const weekdayOf = (on: string, today: string): string => {
  const day = Temporal.PlainDate.from(on)
  const { days } = Temporal.PlainDate.from(today).until(day)
  const name = day.toLocaleString(brand.locale, { weekday: 'short' })
  return days === 0 ? `${name}, today` : days === 1 ? `${name}, tomorrow` : `${name}, in ${days} days`
}

interface ComingStripProps {
  readonly orders: readonly ComingOrder[]
  readonly today: string
}

/** The orders to come beside each other: day, product, and what it comes to. */
export const ComingStrip = ({ orders, today }: ComingStripProps) => (
  <ol className={styles.strip}>
    {orders.map(({ subscription_id: id, on, name, product, quantity, total, currency, is_last: isLast }) => (
      <li key={`${id} ${on}`}>
        <p className={styles.weekday}>{weekdayOf(on, today)}</p>
        <p className={styles.day}>{dayOf(on)}</p>
        <p>
          <ProductName product={product} name={quantity > 1 ? `${quantity} × ${name}` : name} />
        </p>
        <p>{priceText(total, currency)}</p>
        {isLast ? <p className={styles.weekday}>the last one</p> : null}
      </li>
    ))}
  </ol>
)
