import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { parsePrice } from '#shared/money.ts'
import { Note } from '#ui/note.tsx'
import { Price } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import type { withdraw } from '../endpoints.ts'
import styles from './withdraw-page.module.css'

/** The result. */
export const WithdrawalDone = ({ done }: { readonly done: ReplyOf<typeof withdraw> }) => {
  const amount = <Price cents={parsePrice(done.refund)} />
  return (
    <>
      <h1 className={text.d2}>
        {done.kind === 'cancel'
          ? `Order ${done.number} is canceled`
          : `You withdrew from order ${done.number}`}
      </h1>
      <Note kind="ok" className={styles.message}>
        <p>Received on {shopDay(done.received_at)}. The acknowledgement is in your mail.</p>
        {parsePrice(done.refund) === 0 ? null : done.state === 'closed' ? (
          <p>{amount} is refunded the way you paid. Banks take up to ten days to show what goes to a card.</p>
        ) : (
          <p>
            Please return the package within 14 days. When it arrives, {amount} is refunded the way you paid.
          </p>
        )}
      </Note>
    </>
  )
}
