import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tick.module.css'

interface TickProps {
  readonly name: string
  readonly label: string
  /** What ticking it means, in smaller print. */
  readonly hint?: ReactNode
  readonly className?: string | undefined
}

/** One thing to agree to or to leave; never ticked beforehand. */
export const Tick = ({ name, label, hint, className }: TickProps) => (
  <label className={classNames(styles.tick, className)}>
    <input type="checkbox" name={name} value="yes" />
    <span>
      {label}
      {hint ? <span className={styles.hint}>{hint}</span> : null}
    </span>
  </label>
)
