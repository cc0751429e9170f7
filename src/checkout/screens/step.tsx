import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './step.module.css'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

/** One of the four numbered steps; all of them are on one page. */
export const Step = ({ number, title, children }: StepProps) => (
  <fieldset className={styles.step}>
    <legend className={classNames(styles.title, text.d3)}>
      <span className={text.label}>{String(number).padStart(2, '0')}</span> {title}
    </legend>
    <div className={styles.body}>{children}</div>
  </fieldset>
)
