import pictures from './pictures.json'

export type PictureName = keyof typeof pictures

/** Whether a name found in data names a picture that was drawn. */
export const isPictureName = (name: string): name is PictureName => Object.hasOwn(pictures, name)

// The same steps as in `art/resize.mjs`.
const steps = [480, 640, 750, 1200, 1600]

/** The widths of a picture's files; cut-outs have a smaller one too. */
const widthsOf = (name: PictureName): readonly number[] => {
  const { width } = pictures[name]
  return [...(name.startsWith('cut-') ? [320, ...steps] : steps).filter((step) => step < width), width]
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
    .map((width) => `/art/${name}-${width}w.${type} ${width}w`)
    .join(', ')

/** One file of a picture, for places that take a single address. */
export const pictureFile = (name: PictureName): string => {
  const widths = widthsOf(name)
  return `/art/${name}-${widths[Math.min(2, widths.length - 1)] ?? 800}w.webp`
}

/** The file of a picture that shows most, for a closer look. */
export const largestFile = (name: PictureName): string => `/art/${name}-${pictures[name].width}w.webp`

/** A picture in AVIF with WebP behind it, in several widths, with its size reserved before it loads. */
export const Picture = ({ name, alt, sizes, first = false, className, narrow }: PictureProps) => {
  const { width, height } = pictures[name]
  const widths = widthsOf(name)
  const middle = widths[Math.min(1, widths.length - 1)] ?? width
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
        className={className}
        src={`/art/${name}-${middle}w.webp`}
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
