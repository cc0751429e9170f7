import type { ContentPoster } from '../rules/content-block.ts'
import text from '#ui/text.module.css'
import { isPictureName, pictureFile } from '#ui/picture.tsx'
import styles from './content-block.module.css'

interface FilmProps {
  readonly film: NonNullable<ContentPoster['film']>
  readonly picture: ContentPoster
}

/** A silent film behind its picture: the browser's own player, fetched when somebody starts it, told in words below. */
export const Film = ({ film, picture }: FilmProps) => (
  <>
    <video
      className={styles.film}
      controls
      muted
      playsInline
      preload="none"
      width={1280}
      height={720}
      poster={isPictureName(picture.name) ? pictureFile(picture.name) : undefined}
      aria-label={film.label}
    >
      <source src={film.source} type="video/webm" />
      {picture.alt}
    </video>
    <details className={styles.told}>
      <summary className={text.small}>What the film shows</summary>
      <p className={text.small}>{film.told}</p>
    </details>
  </>
)
