import type { ContentPoster } from '../rules/content-block.ts'
import text from '#ui/text.module.css'
import { Picture, isPictureName } from '#ui/picture.tsx'
import styles from './content-block.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { sectionsMessages } from '../messages/sections-messages.ts'

interface FilmProps {
  readonly sizes: string
  readonly film: NonNullable<ContentPoster['film']>
  readonly picture: ContentPoster
}

/**
 * A silent film over its picture: the browser's own player, loaded when somebody starts it, described in text below.
 * The picture is behind it rather than its poster, which would be loaded before anybody scrolls there; without a poster
 * Chromium shows a dark plate, so the poster is a clear one.
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
    <details className={styles.description}>
      <summary className={text.small}>{useMessages(sectionsMessages)('videoDescription')}</summary>
      <p className={text.small}>{film.description}</p>
    </details>
  </>
)
