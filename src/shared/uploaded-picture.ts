/** The name of a picture that was uploaded: it says what is in it, and its size. */
export type UploadedName = `u-${string}`

const pattern = /^u-[0-9a-f]{16}-([1-9]\d{0,3})x([1-9]\d{0,3})$/

/** The steps of a picture's files in pixels of width, as in `art/resize.mjs`. */
export const widthSteps = [480, 640, 750, 1200, 1600] as const

/** The widths of the files of a picture that is so many pixels wide. */
export const fileWidths = (width: number): readonly number[] => [
  ...widthSteps.filter((step) => step < width),
  width,
]

/** The size that the name of an uploaded picture says; null for any other name. */
export const uploadedSize = (name: string): { readonly width: number; readonly height: number } | null => {
  const [, width, height] = pattern.exec(name) ?? []
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) }
}

export const isUploadedName = (name: string): name is UploadedName => pattern.test(name)

/** `hash` has 16 hexadecimal digits. */
export const uploadedName = (hash: string, width: number, height: number): UploadedName =>
  `u-${hash}-${width}x${height}`

/** One of the files of a picture, as it is stored and served below `/uploads/`. */
export const uploadedFile = (name: string, width: number, type: 'avif' | 'webp'): string =>
  `${name}-${width}w.${type}`

/** A file of a picture by its name; null for any other text. */
export const uploadedFileType = (file: string): 'image/avif' | 'image/webp' | null => {
  const [, name = '', width, type] = /^(u-[\w-]+)-(\d{1,4})w\.(avif|webp)$/.exec(file) ?? []
  const size = uploadedSize(name)
  if (size === null || !fileWidths(size.width).includes(Number(width))) return null
  return type === 'avif' ? 'image/avif' : 'image/webp'
}
