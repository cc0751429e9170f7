import { expect, test } from 'vitest'
import { draggedCrop } from './dragged-crop.ts'

const place = { left: 10, top: 20, width: 50, height: 40, focusX: 50, focusY: 50 }

test('the crop frame keeps its size while moving, and stops at the edge of the picture', () => {
  expect(draggedCrop(place, 'box', 5, -5)).toEqual({ ...place, left: 15, top: 15 })
  expect(draggedCrop(place, 'box', 90, 90)).toEqual({ ...place, left: 50, top: 60 })
  expect(draggedCrop(place, 'box', -90, -90)).toEqual({ ...place, left: 0, top: 0 })
})

test('dragging the corner changes the size, between a twentieth and the whole picture', () => {
  expect(draggedCrop(place, 'corner', 10.4, -10)).toEqual({ ...place, width: 60, height: 30 })
  expect(draggedCrop(place, 'corner', 99, 99)).toEqual({ ...place, width: 90, height: 80 })
  expect(draggedCrop(place, 'corner', -99, -99)).toEqual({ ...place, width: 5, height: 5 })
  const last = { ...place, left: 98, width: 2 }
  expect(draggedCrop(last, 'corner', -1, 0).width).toBe(2)
})

test('the focal point moves in percent of the frame and stays inside', () => {
  expect(draggedCrop(place, 'point', 5, 4)).toEqual({ ...place, focusX: 60, focusY: 60 })
  expect(draggedCrop(place, 'point', -90, 90)).toEqual({ ...place, focusX: 0, focusY: 100 })
})
