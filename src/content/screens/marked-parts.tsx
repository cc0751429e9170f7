import { createContext, use } from 'react'
import styles from './content-block.module.css'

/** Whether blocks have marks that the desk opens a preview at. */
export const MarkedParts = createContext(false)

/** Marks the end of a block. */
export const PartMark = ({ id }: { readonly id: string }) =>
  use(MarkedParts) ? <span id={id} className={styles.mark} /> : null
