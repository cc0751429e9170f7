import { useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './note.module.css'

interface ErrorSummaryProps {
  /** The sentence of the catalogue (spec §8). */
  readonly message: string
  /** Messages per field name; each links to its field. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly className?: string | undefined
}

const none: Readonly<Record<string, string>> = {}

/**
 * The errors of a form, at its top, focused: by `autofocus` without scripts, by a layout effect with them, so that the
 * focus never moves after somebody has read the errors and types on.
 */
export const ErrorSummary = ({ message, fields = none, className }: ErrorSummaryProps) => {
  const note = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new failure takes the focus again
  useLayoutEffect(() => note.current?.focus(), [message, fields])
  const entries = Object.entries(fields)
  return (
    <div
      ref={note}
      className={classNames(styles.note, styles.error, className)}
      role="alert"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the answer to a form that failed
      autoFocus
    >
      <p>{message}</p>
      {entries.length > 0 ? (
        <ul className={styles.list}>
          {entries.map(([field, text]) => (
            <li key={field}>
              <a href={`#${field}`}>{text}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
