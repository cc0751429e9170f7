import type { ReactNode } from 'react'
import text from '#ui/text.module.css'
import styles from './cart-contents.module.css'
import { enterIntent } from './cart-intent.ts'
import { useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'

/**
 * The one form of the cart, so that each of its buttons submits everything entered in it: as a page load without scripts,
 * without leaving the page with them.
 */
export const CartForm = ({ children }: { readonly children: ReactNode }) => {
  const t = useMessages(cartMessages)
  return (
    <form method="post" action="/cart" noValidate>
      {/* The first button of the form is what Enter in a field presses. */}
      <button className={text.hidden} name="intent" value={enterIntent} tabIndex={-1}>
        {t('updateCart')}
      </button>
      <p
        className={styles.message}
        role="alert"
        data-cart-message=""
        data-unreachable={t('unreachable')}
        data-drawn=""
      />
      {children}
    </form>
  )
}
