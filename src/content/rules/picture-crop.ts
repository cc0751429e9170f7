/** A part of a picture, in whole percent of its width and height. */
export interface PictureCrop {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The part in pixels of a picture; at least one, and never outside of it. */
export const cropInPixels = (
  { left, top, width, height }: PictureCrop,
  picture: { readonly width: number; readonly height: number },
): PictureCrop => {
  const along = (start: number, length: number, size: number): readonly [number, number] => {
    const first = Math.min(size - 1, Math.max(0, Math.round((start / 100) * size)))
    return [first, Math.max(1, Math.min(size - first, Math.round((length / 100) * size)))]
  }
  const [x, w] = along(left, width, picture.width)
  const [y, h] = along(top, height, picture.height)
  return { left: x, top: y, width: w, height: h }
}

/** What is wrong with a crop, as a sentence; null for one that is inside of its picture. */
export const cropFault = ({ left, top, width, height }: PictureCrop): string | null => {
  if (left + width > 100) return 'Left and width are more than 100 percent together.'
  if (top + height > 100) return 'Top and height are more than 100 percent together.'
  return null
}
