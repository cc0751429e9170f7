import type { ReactNode } from 'react'
import styles from './chart-numbers.module.css'

/** The numbers of a chart, as a table that opens below it. */
export const ChartNumbers = ({ children }: { readonly children: ReactNode }) => (
  <details className={styles.numbers}>
    <summary>The same as numbers</summary>
    {children}
  </details>
)
