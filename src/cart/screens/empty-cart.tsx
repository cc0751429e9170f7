import { ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import text from '#ui/text.module.css'
import styles from './cart-contents.module.css'

interface EmptyCartProps {
  readonly message: string | null
  /** A link's offer stands above, and is the way on. */
  readonly offers: boolean
}

export const EmptyCart = ({ message, offers }: EmptyCartProps) => (
  <div className={styles.empty}>
    {message === null ? null : <ErrorSummary message={message} />}
    <h1 className={text.d2}>Your cart is empty.</h1>
    {offers ? null : (
      <ButtonLink kind="line" href="/daily-synbiotic">
        Shop DS-01
      </ButtonLink>
    )}
  </div>
)
