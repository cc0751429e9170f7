import { shopDay } from '#order/screens/shop-day.ts'
import { brand } from '#shared/brand.ts'
import { parsePrice } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Price } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { OrderReturn } from '../endpoints.ts'
import styles from './return-page.module.css'

const Contents = ({ lines }: Pick<OrderReturn, 'lines'>) => (
  <>{lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</>
)

/** What the buyer does now. */
export const ReturnInstructions = ({ one }: { readonly one: OrderReturn }) => (
  <Note kind="ok" className={styles.message}>
    <p>
      Write <strong className={text.strong}>{one.number}</strong> on the package and send it within 14 days
      to:
    </p>
    <p>
      {[brand.seller.name, ...brand.seller.lines].map((line) => (
        <span key={line} className={text.block}>
          {line}
        </span>
      ))}
    </p>
    <p>
      When it is here, <Price cents={parsePrice(one.refund)} /> is refunded the way you paid. The instructions
      are in your mail, too.
    </p>
  </Note>
)

const stateText = ({ state, requested_at: at }: OrderReturn): string => {
  switch (state) {
    case 'requested':
      return `Requested on ${shopDay(at)}, not here yet`
    case 'received':
      return 'Received'
    case 'canceled':
      return 'Canceled'
    default:
      return state satisfies never
  }
}

interface ReturnListProps {
  readonly returns: readonly OrderReturn[]
  readonly order: { readonly number: string; readonly email: string }
}

const CancelForm = ({
  one,
  order,
}: {
  readonly one: OrderReturn
  readonly order: ReturnListProps['order']
}) => (
  <form method="post" action="/return">
    <input type="hidden" name="step" value="cancel" />
    <input type="hidden" name="number" value={order.number} />
    <input type="hidden" name="email" value={order.email} />
    <input type="hidden" name="return_number" value={one.number} />
    <Button kind="secondary" size="small">
      Cancel this return<span className={text.hidden}> {one.number}</span>
    </Button>
  </form>
)

/** The returns of an order so far. */
export const ReturnList = ({ returns, order }: ReturnListProps) =>
  returns.length === 0 ? null : (
    <section aria-labelledby="returns" className={styles.section}>
      <h2 className={text.h4} id="returns">
        Returns of this order
      </h2>
      <ul className={styles.list}>
        {returns.map((one) => (
          <li key={one.number}>
            <strong className={text.strong}>{one.number}</strong>
            <span className={classNames(text.block, text.small)}>
              <Contents lines={one.lines} />
            </span>
            <span className={classNames(text.block, text.small, text.mute)}>
              {stateText(one)}
              {one.state === 'canceled' ? null : (
                <>
                  , <Price cents={parsePrice(one.refund)} /> back
                </>
              )}
            </span>
            {one.state === 'requested' ? <CancelForm one={one} order={order} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
