import { expect, test } from 'vitest'
import {
  focusOf,
  isUploadedName,
  middle,
  uploadedFile,
  uploadedName,
  uploadedSize,
} from './uploaded-picture.ts'

const hash = '0123456789abcdef'

test('a file name contains the focal point in steps of ten percent, and refers to the same files', () => {
  const name = uploadedName(hash, 800, 600, { x: 32, y: 100 })
  expect(name).toBe(`u-${hash}-800x600-f30x100`)
  expect(isUploadedName(name)).toBe(true)
  expect(uploadedSize(name)).toEqual({ width: 800, height: 600 })
  expect(focusOf(name)).toEqual({ x: 30, y: 100 })
  expect(uploadedFile(name, 480, 'avif')).toBe(`u-${hash}-800x600-480w.avif`)
})

test('the center is left out of the name, and an invalid focal point makes an invalid name', () => {
  expect(uploadedName(hash, 800, 600)).toBe(`u-${hash}-800x600`)
  expect(uploadedName(hash, 800, 600, { x: 48, y: 52 })).toBe(`u-${hash}-800x600`)
  expect(focusOf(`u-${hash}-800x600`)).toEqual(middle)
  for (const wrong of ['-f33x50', '-f30', '-f30x50x1'])
    expect(isUploadedName(`u-${hash}-800x600${wrong}`), wrong).toBe(false)
  // Never outside of the picture.
  expect(focusOf(`u-${hash}-800x600-f990x0`)).toEqual({ x: 100, y: 0 })
})
