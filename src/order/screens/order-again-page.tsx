import type { ActionFunctionArgs } from 'react-router'
import { data, useActionData } from 'react-router'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { orderAgain } from '../endpoints.ts'
import styles from './order-again-page.module.css'
import { lookupFailure, lookupPayload, orderLookup } from './order-lookup.ts'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const entered = orderLookup(await postedForm(request))
  try {
    const again = await context.get(shopContext).call(orderAgain, lookupPayload(entered))
    return { again, failure: null }
  } catch (thrown) {
    const failure = lookupFailure(thrown, 'order')
    return data({ again: null, failure }, { status: failure.status })
  }
}

type Again = ReplyOf<typeof orderAgain>

const LeftOut = ({ again: { left_out: leftOut, removed } }: { readonly again: Again }) =>
  leftOut.length + removed.length === 0 ? null : (
    <Note className={styles.part}>
      {leftOut.map(({ name, quantity, message }) => (
        <p key={name}>
          Not added: {quantity} × {name}. {message}
        </p>
      ))}
      {removed.map((name) => (
        <p key={name}>Taken out of your cart: {name}. A refill is ordered by itself.</p>
      ))}
    </Note>
  )

const InCart = ({ again }: { readonly again: Again }) => (
  <>
    <h1 className={text.d2}>{again.in_cart.length > 0 ? 'It is in your cart' : 'Nothing could be added'}</h1>
    {again.in_cart.length === 0 ? null : (
      <ul className={classNames(styles.list, styles.part)}>
        {again.in_cart.map(({ name, quantity }) => (
          <li key={name}>
            {quantity} × {name}
          </li>
        ))}
      </ul>
    )}
    <LeftOut again={again} />
    <div className={classNames(layout.actions, styles.part)}>
      {again.in_cart.length > 0 ? (
        <ButtonLink kind="primary" href="/cart">
          Go to the cart
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" href="/">
          To the shop
        </ButtonLink>
      )}
    </div>
  </>
)

/** For who comes here without an order. */
const NoOrder = () => (
  <>
    <h1 className={text.d2}>Order again</h1>
    <p className={styles.part}>
      Each order has a button for it: choose one of <a href="/account/orders">your orders</a>, or{' '}
      <a href="/order">find an order</a> by its number and email.
    </p>
  </>
)

/** What of an order is in the cart again, and what is not. */
const OrderAgainPage = () => {
  const answer = useActionData<typeof action>()
  return (
    <div className={layout.page}>
      <PageHead title={`Order again | ${brand.name}`} unlisted />
      {answer?.again ? <InCart again={answer.again} /> : <NoOrder />}
      {answer?.failure ? <FormRefusal failure={answer.failure} className={styles.part} /> : null}
    </div>
  )
}

export default OrderAgainPage
