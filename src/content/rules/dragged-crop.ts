import type { PictureCrop } from './picture-crop.ts'

/** The part of a picture, and in percent of that part the point that stays in sight; all in whole percent. */
export interface CropPlace extends PictureCrop {
  readonly focusX: number
  readonly focusY: number
}

/** What is dragged. */
export type CropHandle = 'box' | 'corner' | 'point'

/** The smallest part, in percent of each side. */
const least = 5

const within = (value: number, low: number, high: number): number =>
  Math.round(Math.min(high, Math.max(low, value)))

/**
 * A place after one of its handles was moved by this many percent of the picture: the frame keeps its size and the corner its frame's
 * upper left, and nothing leaves the picture.
 */
export const draggedCrop = (place: CropPlace, handle: CropHandle, x: number, y: number): CropPlace => {
  const { left, top, width, height } = place
  if (handle === 'box')
    return { ...place, left: within(left + x, 0, 100 - width), top: within(top + y, 0, 100 - height) }
  if (handle === 'corner')
    return {
      ...place,
      width: within(width + x, Math.min(least, 100 - left), 100 - left),
      height: within(height + y, Math.min(least, 100 - top), 100 - top),
    }
  return {
    ...place,
    focusX: within(place.focusX + (x / width) * 100, 0, 100),
    focusY: within(place.focusY + (y / height) * 100, 0, 100),
  }
}
