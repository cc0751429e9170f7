import type { ContentPoster } from '../rules/content-block.ts'
import text from '#ui/text.module.css'
import { Picture, isPictureName } from '#ui/picture.tsx'
import styles from './content-block.module.css'

interface FilmProps {
  readonly sizes: string
  readonly film: NonNullable<ContentPoster['film']>
  readonly picture: ContentPoster
}

/**
 * A silent film over its picture: the browser's own player, fetched when somebody starts it, told in words below. The
 * picture stands behind it rather than as its poster, which would be fetched before anybody comes near; with no poster
 * at all Chromium lays a dark plate over it, so the poster is a clear one.
 */
export const Film = ({ film, picture, sizes }: FilmProps) => (
  <>
    <div className={styles.film}>
      {isPictureName(picture.name) ? <Picture name={picture.name} alt="" sizes={sizes} /> : null}
      <video
        controls
        muted
        playsInline
        preload="none"
        poster="/film/clear.svg"
        width={1280}
        height={720}
        aria-label={film.label}
      >
        <source src={film.source} type="video/webm" />
        {picture.alt}
      </video>
    </div>
    <details className={styles.told}>
      <summary className={text.small}>What the film shows</summary>
      <p className={text.small}>{film.description}</p>
    </details>
  </>
)
