import { ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import text from '#ui/text.module.css'
import styles from './cart-contents.module.css'

/** One line and the way to the shop; nothing else is drawn. */
export const EmptyCart = ({ message }: { readonly message: string | null }) => (
  <div className={styles.empty}>
    {message === null ? null : <ErrorSummary message={message} />}
    <h1 className={text.d2}>Your cart is empty.</h1>
    <ButtonLink kind="line" href="/daily-synbiotic">
      Shop DS-01
    </ButtonLink>
  </div>
)
