import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import type { PictureName } from './picture.tsx'
import { Picture } from './picture.tsx'

interface EmptyStateProps {
  /** What the list is empty of, in a sentence. */
  readonly title: string
  /** What to do about it. */
  readonly children: ReactNode
  readonly picture: PictureName
}

/** Shown in place of an empty list. The picture is decoration. */
export const EmptyState = ({ title, children, picture }: EmptyStateProps) => (
  <div className={styles.empty}>
    <div className={styles.text}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
    <div className={styles.picture}>
      <Picture name={picture} alt="" sizes="(min-width: 768px) 30vw, 60vw" />
    </div>
  </div>
)
