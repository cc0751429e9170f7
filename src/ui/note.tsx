import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './note.module.css'

interface NoteProps {
  readonly kind?: 'plain' | 'ok' | 'error'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A sentence with a bar at its left: what happened, or what will. Errors and successes are announced to screen readers.
 */
export const Note = ({ kind = 'plain', className, children }: NoteProps) => (
  <div
    className={classNames(styles.note, styles[kind], className)}
    role={kind === 'error' ? 'alert' : kind === 'ok' ? 'status' : undefined}
  >
    {children}
  </div>
)
