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

/** The errors of a form, at its top, focused: the page is the answer to the form. */
export const ErrorSummary = ({ message, fields = none, className }: ErrorSummaryProps) => {
  const entries = Object.entries(fields)
  return (
    <div
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
