import type { ReactNode } from 'react'
import styles from './choice-row.module.css'
import { classNames } from './class-names.ts'

interface ChoiceRowsProps {
  readonly legend: string
  readonly legendHidden?: boolean
  readonly error?: string | undefined
  /** Id of the group, so that an error summary can link to it. */
  readonly id?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A group of rows of which one is chosen: plans, answers, shipping methods. */
export const ChoiceRows = ({ legend, legendHidden, error, id, className, children }: ChoiceRowsProps) => (
  <fieldset className={className} id={id} aria-describedby={error && id ? `${id}-error` : undefined}>
    <legend className={classNames(styles.legend, legendHidden && styles.legendHidden)}>{legend}</legend>
    <div className={styles.rows}>{children}</div>
    {error ? (
      <span className={styles.error} id={id ? `${id}-error` : undefined}>
        {error}
      </span>
    ) : null}
  </fieldset>
)

interface ChoiceRowProps {
  readonly name: string
  readonly value: string
  readonly label: ReactNode
  readonly badge?: ReactNode
  readonly hint?: ReactNode
  readonly end?: ReactNode
  readonly endHint?: ReactNode
  readonly defaultChecked?: boolean
  readonly disabled?: boolean
}

/** One full-width row between hairlines: radio left, price right. */
export const ChoiceRow = (props: ChoiceRowProps) => (
  <label className={styles.row}>
    <input
      type="radio"
      name={props.name}
      value={props.value}
      defaultChecked={props.defaultChecked}
      disabled={props.disabled}
    />
    <span>
      <span className={styles.label}>{props.label}</span>
      {props.badge ? <> {props.badge}</> : null}
      {props.hint ? <span className={styles.hint}>{props.hint}</span> : null}
    </span>
    {props.end === undefined ? null : (
      <span className={styles.end}>
        {props.end}
        {props.endHint ? <span className={styles.hint}>{props.endHint}</span> : null}
      </span>
    )}
  </label>
)
