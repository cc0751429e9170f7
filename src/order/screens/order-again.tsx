import { Button } from '#ui/button.tsx'
import type { Order } from '../endpoints.ts'
import { useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

interface OrderAgainProps {
  readonly order: Pick<Order, 'number'>
  /** The e-mail that a guest looked the order up with; null for a member, who is identified by the session. */
  readonly guestEmail: string | null
}

/** Puts what is still sold of an order into the cart; what could not be added is said on the page behind it. */
export const OrderAgain = ({ order, guestEmail }: OrderAgainProps) => {
  const t = useMessages(orderPagesMessages)
  return (
    <form method="post" action="/order-again">
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={guestEmail ?? ''} />
      <Button kind="secondary" size="small">
        {t('orderAgain')}
      </Button>
    </form>
  )
}
