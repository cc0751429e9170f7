import type { ReactNode } from 'react'
import text from '#ui/text.module.css'
import styles from './cart-contents.module.css'
import { enterIntent } from './cart-intent.ts'

/**
 * The one form of the cart, so that each of its buttons submits everything entered in it: as a page load without scripts,
 * without leaving the page with them.
 */
export const CartForm = ({ children }: { readonly children: ReactNode }) => (
  <form method="post" action="/cart" noValidate>
    {/* The first button of the form is what Enter in a field presses. */}
    <button className={text.hidden} name="intent" value={enterIntent} tabIndex={-1}>
      Update cart
    </button>
    <p className={styles.message} role="alert" data-cart-message="" data-drawn="" />
    {children}
  </form>
)
