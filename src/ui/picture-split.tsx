import type { ReactNode } from 'react'
import styles from './picture-split.module.css'
import type { PictureName } from './picture.tsx'
import { Picture } from './picture.tsx'

interface PictureSplitProps {
  readonly picture: PictureName
  readonly alt: string
  readonly children: ReactNode
}

/** A page with one short task: a narrow column next to a picture that extends to the edge, 4 to 6. */
export const PictureSplit = ({ picture, alt, children }: PictureSplitProps) => (
  <div className={styles.split}>
    <div className={styles.column}>{children}</div>
    <div className={styles.picture}>
      <Picture name={picture} alt={alt} sizes="(min-width: 1024px) 60vw, 100vw" className={styles.image} />
    </div>
  </div>
)
