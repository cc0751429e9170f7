import type { ReactNode } from 'react'
import styles from './picture-split.module.css'
import { brandPicturesIn } from '#shared/brand-pictures.ts'
import type { PictureRole } from '#shared/brand-pictures.ts'
import { useLocale } from './locale-context.ts'
import { Picture, pictureNamed } from './picture.tsx'

interface PictureSplitProps {
  /** What the picture is for; the brand says which it is. */
  readonly picture: PictureRole
  readonly children: ReactNode
}

/** A page with one short task: a narrow column next to a picture that extends to the edge, 4 to 6. */
export const PictureSplit = ({ picture, children }: PictureSplitProps) => {
  const { name, alt } = brandPicturesIn(useLocale())[picture]
  return (
    <div className={styles.split}>
      <div className={styles.column}>{children}</div>
      <div className={styles.picture}>
        <Picture
          name={pictureNamed(name)}
          alt={alt}
          sizes="(min-width: 1024px) 60vw, 100vw"
          first
          className={styles.image}
        />
      </div>
    </div>
  )
}
