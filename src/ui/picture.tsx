import { classNames } from './class-names.ts'
import styles from './picture.module.css'
import { ownValue } from '#shared/own-value.ts'
import {
  fileWidths,
  focusOf,
  isUploadedName,
  middle,
  uploadedFile,
  uploadedSize,
  widthSteps,
} from '#shared/uploaded-picture.ts'
import type { UploadedName } from '#shared/uploaded-picture.ts'
import pictures from './pictures.json'

type DrawnName = keyof typeof pictures
export type PictureName = DrawnName | UploadedName

const isDrawn = (name: string): name is DrawnName => Object.hasOwn(pictures, name)

/** Whether a name found in data names a picture that was drawn, or one that was uploaded. */
export const isPictureName = (name: string): name is PictureName => isDrawn(name) || isUploadedName(name)

/** A picture of data by its name; the shipping box in place of one that is not there. */
export const pictureNamed = (name: string): PictureName => (isPictureName(name) ? name : 'shipping-box')

const sizeOf = (name: PictureName): { readonly width: number; readonly height: number } =>
  (isDrawn(name) ? pictures[name] : uploadedSize(name)) ?? { width: 0, height: 0 }

/** The widths of a picture's files; drawn ones have a smaller one too, for lists. */
const widthsOf = (name: PictureName): readonly number[] => {
  const { width } = sizeOf(name)
  if (!isDrawn(name)) return fileWidths(width)
  return [...[320, ...widthSteps].filter((step) => step < width), width]
}

const addressOf = (name: PictureName, width: number, type: 'avif' | 'webp'): string =>
  isDrawn(name) ? `/art/${name}-${width}w.${type}` : `/uploads/${uploadedFile(name, width, type)}`

/** The classes for the focus that a name says; none for the middle. */
const focusClasses = (name: PictureName): string | undefined => {
  const { x, y } = focusOf(name)
  return x === middle.x && y === middle.y
    ? undefined
    : classNames(styles.focus, ownValue(styles, `x${x}`), ownValue(styles, `y${y}`))
}

interface PictureProps {
  readonly name: PictureName
  readonly alt: string
  /** The width of the picture, as a `sizes` value; the browser picks a file by it. */
  readonly sizes: string
  /** The picture of the first view: loaded at once. All others wait until they are near. */
  readonly first?: boolean
  readonly className?: string | undefined
  /** Another picture for narrow screens. */
  readonly narrow?: { readonly name: PictureName; readonly media: string }
}

const sourceSet = (name: PictureName, type: 'avif' | 'webp'): string =>
  widthsOf(name)
    .map((width) => `${addressOf(name, width, type)} ${width}w`)
    .join(', ')

/** One file of a picture, for places that take a single address. */
export const pictureFile = (name: PictureName): string => {
  const widths = widthsOf(name)
  return addressOf(name, widths[Math.min(2, widths.length - 1)] ?? 800, 'webp')
}

/** The file of a picture that shows most, for a closer look. */
export const largestFile = (name: PictureName): string => addressOf(name, sizeOf(name).width, 'webp')

/** A picture in AVIF with WebP behind it, in several widths, with its size reserved before it loads. */
export const Picture = ({ name, alt, sizes, first = false, className, narrow }: PictureProps) => {
  const { width, height } = sizeOf(name)
  const widths = widthsOf(name)
  const usual = widths[Math.min(1, widths.length - 1)] ?? width
  return (
    <picture>
      {narrow ? (
        <>
          <source
            media={narrow.media}
            type="image/avif"
            srcSet={sourceSet(narrow.name, 'avif')}
            sizes={sizes}
          />
          <source
            media={narrow.media}
            type="image/webp"
            srcSet={sourceSet(narrow.name, 'webp')}
            sizes={sizes}
          />
        </>
      ) : null}
      <source type="image/avif" srcSet={sourceSet(name, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(name, 'webp')} sizes={sizes} />
      <img
        className={classNames(className, focusClasses(name))}
        src={addressOf(name, usual, 'webp')}
        alt={alt}
        width={width}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? undefined : 'async'}
      />
    </picture>
  )
}
