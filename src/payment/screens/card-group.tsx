import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './card-group.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { cardFieldMessages } from '../messages/card-field-messages.ts'

interface CardGroupProps {
  /** Why the card was declined; shown at the card, and an error summary links here by `#card`. */
  readonly error: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Where a card is chosen or entered, with its errors. */
export const CardGroup = ({ error, className, children }: CardGroupProps) => (
  <div
    id="card"
    tabIndex={-1}
    role="group"
    aria-label={useMessages(cardFieldMessages)('card')}
    aria-describedby={error === undefined ? undefined : 'card-error'}
    className={classNames(styles.group, className)}
  >
    {error === undefined ? null : (
      <p id="card-error" className={classNames(text.small, styles.error)}>
        {error}
      </p>
    )}
    {children}
  </div>
)
