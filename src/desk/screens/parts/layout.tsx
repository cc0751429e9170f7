import type { ReactNode } from 'react'
import styles from './layout.module.css'

export const Body = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)

/** Content with a column of facts; one below the other on narrow screens. */
export const Split = ({ children, aside }: { readonly children: ReactNode; readonly aside: ReactNode }) => (
  <div className={styles.split} data-columns="">
    <div>{children}</div>
    <div>{aside}</div>
  </div>
)
