import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './note.module.css'

interface NoteProps {
  readonly kind?: 'plain' | 'ok' | 'error'
  readonly className?: string | undefined
  /** The answer to a form: a page that opens with it has the focus on it. */
  readonly isAnswer?: boolean
  readonly children: ReactNode
}

/**
 * A sentence with a bar at its left: what happened, or what will. Errors and successes are announced to screen readers.
 */
export const Note = ({ kind = 'plain', className, isAnswer = false, children }: NoteProps) => (
  <div
    className={classNames(styles.note, styles[kind], className)}
    role={kind === 'error' ? 'alert' : kind === 'ok' ? 'status' : undefined}
    tabIndex={isAnswer ? -1 : undefined}
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- only on pages that answer a form
    autoFocus={isAnswer}
  >
    {children}
  </div>
)
