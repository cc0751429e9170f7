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

/** What ties an element to its label and messages. */
const tied = (id: string, { error, hint }: Pick<EntryProps, 'error' | 'hint'>) => ({
  id,
  className: styles.input,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ') || undefined,
})

interface FrameProps extends EntryProps {
  readonly id: string
  readonly children: ReactNode
}

const Frame = ({ id, label, error, hint, children }: FrameProps) => (
  <div className={styles.field}>
    <label htmlFor={id}>{label}</label>
    {children}
    <Messages id={id} error={error} hint={hint} />
  </div>
)

/** A field with its label above and its error below. */
export const Entry = ({
  label,
  error,
  hint,
  ...input
}: EntryProps & Omit<ComponentProps<'input'>, 'className' | 'id'>) => {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <input {...input} {...tied(id, { error, hint })} />
    </Frame>
  )
}

interface ReasonEntryProps extends Omit<EntryProps, 'label'> {
  /** What was typed before a refusal. */
  readonly entered: string | undefined
}

/** Why somebody acts: from three characters on, as every endpoint that asks for a reason wants it. */
export const ReasonEntry = ({ entered, ...rest }: ReasonEntryProps) => (
  <Entry
    label="Reason"
    name="reason"
    required
    minLength={3}
    maxLength={200}
    autoComplete="off"
    defaultValue={entered}
    {...rest}
  />
)

/** Text of several lines. */
export const TextEntry = ({
  label,
  error,
  hint,
  ...text
}: EntryProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>) => {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <textarea {...text} {...tied(id, { error, hint })} />
    </Frame>
  )
}

interface ChoiceEntryProps extends EntryProps, Omit<ComponentProps<'select'>, 'className' | 'id'> {
  readonly choices: readonly (readonly [value: string, text: string])[]
}

/** One of several values. */
export const ChoiceEntry = ({ label, error, hint, choices, ...select }: ChoiceEntryProps) => {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <select {...select} {...tied(id, { error, hint })}>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
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
