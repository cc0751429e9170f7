import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './checkbox.module.css'

interface CheckboxProps {
  readonly name: string
  readonly label: string
  /** What ticking it means, in smaller print. */
  readonly hint?: ReactNode
  readonly className?: string | undefined
  /** Only for what costs nothing: a checkbox that agrees to something is never checked beforehand. */
  readonly defaultChecked?: boolean
}

/** A checkbox to agree to something. */
export const Checkbox = ({ name, label, hint, className, defaultChecked }: CheckboxProps) => (
  <label className={classNames(styles.checkbox, className)}>
    <input type="checkbox" name={name} value="yes" defaultChecked={defaultChecked} />
    <span>
      {label}
      {hint ? <span className={styles.hint}>{hint}</span> : null}
    </span>
  </label>
)
