/** The name of a picture that was uploaded: it says what is in it, and its size. */
export type UploadedName = `u-${string}`

const pattern = /^(u-[0-9a-f]{16}-([1-9]\d{0,3})x([1-9]\d{0,3}))(?:-f(\d{1,2}0|0)x(\d{1,2}0|0))?$/

/** The steps of a picture's files in pixels of width, as in `art/resize.mjs`. */
export const widthSteps = [480, 640, 750, 1200, 1600] as const

/** The widths of the files of a picture that is this many pixels wide. */
export const fileWidths = (width: number): readonly number[] => [
  ...widthSteps.filter((step) => step < width),
  width,
]

/** The size that the name of an uploaded picture says; null for any other name. */
export const uploadedSize = (name: string): { readonly width: number; readonly height: number } | null => {
  const [, , width, height] = pattern.exec(name) ?? []
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) }
}

export const isUploadedName = (name: string): name is UploadedName => pattern.test(name)

/** The point of a picture that stays in sight where a page cuts it off, in percent from the left and from the top. */
export interface PictureFocus {
  readonly x: number
  readonly y: number
}

/** Where pages cut off the same on both sides. */
export const middle: PictureFocus = { x: 50, y: 50 }

const tens = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent / 10) * 10))

/** `hash` has 16 hexadecimal digits. The focus counts in steps of ten percent. */
export const uploadedName = (hash: string, width: number, height: number, focus = middle): UploadedName => {
  const [x, y] = [tens(focus.x), tens(focus.y)]
  const name = `u-${hash}-${width}x${height}` as const
  return x === middle.x && y === middle.y ? name : `${name}-f${x}x${y}`
}

/** The name of the same picture in the middle: its files are the same. Any other name stays. */
export const withoutFocus = (name: string): string => pattern.exec(name)?.[1] ?? name

/** The focus that a name says, in steps of ten percent; the middle for any other name. */
export const focusOf = (name: string): PictureFocus => {
  const [, , , , x, y] = pattern.exec(name) ?? []
  return x === undefined || y === undefined ? middle : { x: tens(Number(x)), y: tens(Number(y)) }
}

/** One of the files of a picture, as it is stored and served below `/uploads/`. */
export const uploadedFile = (name: string, width: number, type: 'avif' | 'webp'): string =>
  // The files do not depend on the focus.
  `${withoutFocus(name)}-${width}w.${type}`

const filePattern = /^(u-[\w-]+)-(\d{1,4})w\.(avif|webp)$/

/** A file of a picture by its name; null for any other text. */
export const uploadedFileType = (file: string): 'image/avif' | 'image/webp' | null => {
  const [, name = '', width, type] = filePattern.exec(file) ?? []
  const size = uploadedSize(name)
  if (size === null || !fileWidths(size.width).includes(Number(width))) return null
  return type === 'avif' ? 'image/avif' : 'image/webp'
}

/** The picture of one of its files; null for any other text. */
export const pictureOfFile = (file: string): string | null =>
  uploadedFileType(file) === null ? null : (filePattern.exec(file)?.[1] ?? null)
