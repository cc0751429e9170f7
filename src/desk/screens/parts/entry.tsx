import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './entry.module.css'

interface EntryProps {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
}

const Messages = ({ id, error, hint }: Pick<EntryProps, 'error' | 'hint'> & { readonly id: string }) => (
  <>
    {hint ? (
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    ) : null}
    {error ? (
      <p className={styles.error} id={`${id}-error`}>
        {error}
      </p>
    ) : null}
  </>
)

const describedBy = (id: string, { error, hint }: Pick<EntryProps, 'error' | 'hint'>): string | undefined =>
  [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ') || undefined

/** A field with its label above and its error below. */
export const Entry = ({
  label,
  error,
  hint,
  ...input
}: EntryProps & Omit<ComponentProps<'input'>, 'className' | 'id'>) => {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { error, hint })}
      />
      <Messages id={id} error={error} hint={hint} />
    </div>
  )
}

/** Text of several lines. */
export const TextEntry = ({
  label,
  error,
  hint,
  ...text
}: EntryProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>) => {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...text}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { error, hint })}
      />
      <Messages id={id} error={error} hint={hint} />
    </div>
  )
}

interface ChoiceEntryProps extends EntryProps, Omit<ComponentProps<'select'>, 'className' | 'id'> {
  readonly choices: readonly (readonly [value: string, text: string])[]
}

/** One of several values. */
export const ChoiceEntry = ({ label, error, hint, choices, ...select }: ChoiceEntryProps) => {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { error, hint })}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Messages id={id} error={error} hint={hint} />
    </div>
  )
}

/** Yes or no. */
export const CheckEntry = ({
  label,
  ...input
}: { readonly label: string } & Omit<ComponentProps<'input'>, 'className' | 'type'>) => (
  <label className={styles.check}>
    <input {...input} type="checkbox" />
    <span>{label}</span>
  </label>
)

/** Fields below each other. */
export const Fields = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.form}>{children}</div>
)

/** Two fields side by side on wide screens. */
export const Pair = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.pair}>{children}</div>
)

/** Fields and their button in one row. */
export const EntryRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
)
