import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useMessages } from './locale-context.ts'
import { uiMessages } from './messages/ui-messages.ts'
import styles from './field.module.css'

interface Common {
  /** Also the element's id, so that an error summary can link to it. */
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly className?: string | undefined
  /** What the field asks for, where another answer needs another field of the same name. */
  readonly identity?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly autoComplete?: string
}

interface FieldProps extends Common {
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'date' | 'search'
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'tel'
  readonly defaultValue?: string | undefined
  readonly maxLength?: number
  /** Of a date: the first and the last day that can be chosen. */
  readonly min?: string
  readonly max?: string
  readonly placeholder?: string
  /** What a script of the page reads of it. */
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>
  /** Only where the page is the response to this value. */
  readonly focused?: boolean
}

interface SelectFieldProps extends Common {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly defaultValue?: string | undefined
  /** Text of the empty first option. */
  readonly prompt?: string
}

/** The attributes that tie a field to its hint and error. */
const describedAttributes = ({ name, hint, error }: Common) => {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean)
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  }
}

const Frame = ({ field, children }: { readonly field: Common; readonly children: ReactNode }) => (
  <div className={classNames(styles.field, field.className)} data-key={field.identity}>
    <label className={styles.label} htmlFor={field.name}>
      {field.label}
    </label>
    {children}
    {field.error ? (
      <span className={styles.error} id={`${field.name}-error`}>
        {field.error}
      </span>
    ) : null}
    {field.hint ? (
      <span className={styles.hint} id={`${field.name}-hint`}>
        {field.hint}
      </span>
    ) : null}
  </div>
)

/** What a script says after it has filled in more of an address by its postal code. */
const useFilledIn = (autoComplete: string | undefined): string | undefined => {
  const t = useMessages(uiMessages)
  return autoComplete === 'postal-code' ? t('filledIn', { fields: '{fields}' }) : undefined
}

/** One line of text with its label always in view. */
export const Field = (props: FieldProps) => (
  <Frame field={props}>
    <input
      className={styles.input}
      id={props.name}
      name={props.name}
      type={props.type ?? 'text'}
      inputMode={props.inputMode}
      defaultValue={props.defaultValue}
      required={props.required}
      disabled={props.disabled}
      autoComplete={props.autoComplete}
      maxLength={props.maxLength}
      min={props.min}
      max={props.max}
      placeholder={props.placeholder}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only on pages that answer a form
      autoFocus={props.focused}
      data-filled-in={useFilledIn(props.autoComplete)}
      {...props.data}
      {...describedAttributes(props)}
    />
  </Frame>
)

interface TextAreaFieldProps extends Common {
  readonly rows?: number
  readonly defaultValue?: string | undefined
  readonly maxLength?: number
}

/** Several lines of text. */
export const TextAreaField = (props: TextAreaFieldProps) => (
  <Frame field={props}>
    <textarea
      className={classNames(styles.input, styles.area)}
      id={props.name}
      name={props.name}
      rows={props.rows ?? 6}
      defaultValue={props.defaultValue}
      required={props.required}
      disabled={props.disabled}
      maxLength={props.maxLength}
      {...describedAttributes(props)}
    />
  </Frame>
)

/** Several pictures of the machine; a browser forgets them when the page comes back. */
export const PhotosField = (props: Common) => (
  <Frame field={props}>
    <input
      className={styles.input}
      id={props.name}
      name={props.name}
      type="file"
      multiple
      accept="image/jpeg,image/png,image/webp"
      {...describedAttributes(props)}
    />
  </Frame>
)

/** A native list to choose one of. */
export const SelectField = (props: SelectFieldProps) => (
  <Frame field={props}>
    <select
      className={classNames(styles.input, styles.select)}
      id={props.name}
      name={props.name}
      defaultValue={props.defaultValue}
      // A list without a prompt always has a value, and HTML requires a prompt of a required one.
      required={props.prompt === undefined ? undefined : props.required}
      disabled={props.disabled}
      autoComplete={props.autoComplete}
      {...describedAttributes(props)}
    >
      {props.prompt === undefined ? null : <option value="">{props.prompt}</option>}
      {props.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </Frame>
)
