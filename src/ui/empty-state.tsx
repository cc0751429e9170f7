import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import type { PictureName } from './picture.tsx'
import { Picture } from './picture.tsx'

interface EmptyStateProps {
  /** What there is none of, in a sentence. */
  readonly title: string
  /** What to do about it. */
  readonly children: ReactNode
  readonly picture: PictureName
}

/** In the place of a list that has nothing in it yet. The picture only keeps it company. */
export const EmptyState = ({ title, children, picture }: EmptyStateProps) => (
  <div className={styles.empty}>
    <div className={styles.words}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
    <div className={styles.picture}>
      <Picture name={picture} alt="" sizes="(min-width: 768px) 30vw, 60vw" />
    </div>
  </div>
)
