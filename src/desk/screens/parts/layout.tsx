import type { ReactNode } from 'react'
import styles from './layout.module.css'

export const Body = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)

/** The work, and facts beside it; one below the other where there is no room. */
export const Split = ({ children, aside }: { readonly children: ReactNode; readonly aside: ReactNode }) => (
  <div className={styles.split}>
    <div>{children}</div>
    <div>{aside}</div>
  </div>
)
