import type { ContentProduct } from '#content/rules/content-page.ts'
import { LeadPictureExpected, leadPictureId } from '#ui/lead-picture.tsx'
import { Picture, isPictureName, largestFile } from '#ui/picture.tsx'
import styles from './product-gallery.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { productMessages } from '../messages/product-messages.ts'

type GalleryPicture = ContentProduct['gallery'][number]

interface GalleryProps {
  readonly pictures: readonly GalleryPicture[]
  /** The product's name. */
  readonly of: string
}

const dialogId = 'large-picture'

const closing = { command: 'close', commandfor: dialogId }

const sizes = { row: '(min-width: 1024px) 60vw, 88vw', half: '(min-width: 1024px) 30vw, 88vw' } as const

/** The first picture has a row of its own, and the last one where it would be alone in its row. */
const hasRow = (at: number, count: number): boolean => at === 0 || (at === count - 1 && count % 2 === 0)

interface ZoomableProps {
  readonly picture: GalleryPicture
  readonly first: boolean
  /** As wide as the gallery. */
  readonly isWide: boolean
}

/** A link to the largest file; the page's script opens it in the dialog instead (`browser/picture-zoom.ts`). */
const Zoomable = ({ picture, first, isWide }: ZoomableProps) => {
  const t = useMessages(productMessages)
  return isPictureName(picture.name) ? (
    <a
      className={styles.zoom}
      href={largestFile(picture.name)}
      data-zoom={dialogId}
      aria-label={t('enlarge', { alt: picture.alt })}
    >
      <Picture
        name={picture.name}
        alt={picture.alt}
        sizes={isWide ? sizes.row : sizes.half}
        first={first}
        className={styles.shot}
      />
    </a>
  ) : (
    <p className={styles.missing}>{picture.alt}</p>
  )
}

/** The dialog is empty until a picture is opened, so that a page loads no large file that nobody asks for. */
const LargePicture = ({ of, several }: { readonly of: string; readonly several: boolean }) => {
  const t = useMessages(productMessages)
  return (
    <dialog className={styles.dialog} id={dialogId} aria-label={t('largePictures', { product: of })}>
      <div className={styles.bar}>
        <p
          className={styles.position}
          data-zoom-position={t('position', { at: '{at}', count: '{count}' })}
          role="status"
        />
        {several ? (
          <>
            <button type="button" className={styles.step} data-zoom-step="-1">
              {t('previous')}
            </button>
            <button type="button" className={styles.step} data-zoom-step="1">
              {t('next')}
            </button>
          </>
        ) : null}
        <button type="button" className={styles.close} aria-label={t('closeLarge')} {...closing} />
      </div>
      <div className={styles.stage} data-zoom-stage="" />
    </dialog>
  )
}

/** The pictures of a product: on phones they scroll sideways, on wide screens they are in two columns. */
export const Gallery = ({ pictures, of }: GalleryProps) => (
  <>
    <LeadPictureExpected />
    <section
      className={styles.gallery}
      aria-label={useMessages(productMessages)('picturesOf', { product: of })}
    >
      {pictures.map((picture, at) => (
        <figure key={picture.name} id={at === 0 ? leadPictureId : undefined}>
          <Zoomable picture={picture} first={at === 0} isWide={hasRow(at, pictures.length)} />
        </figure>
      ))}
    </section>
    <LargePicture of={of} several={pictures.length > 1} />
  </>
)
