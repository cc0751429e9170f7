import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { adaptersOf } from './adapters.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import { createS3Storage } from '#platform/s3-storage.ts'
import { openFolder, openS3, startS3 } from './test-storages.ts'
import type { OpenStorage, TestStorage } from './test-storages.ts'

const adapters = await adaptersOf<OpenStorage>('storage', [
  { name: 'a folder', open: openFolder },
  { name: 'S3', open: openS3 },
])

const name = 'u-00112233445566aa-500x400-480w.avif'
/** Every byte there is, so that none is taken for text. */
const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256)

describe.each(adapters)('what every storage keeps to: $name', ({ open }) => {
  let opened: TestStorage
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  test('a missing file is null, not an error', async () => {
    expect(await opened.storage.read('u-ffffffffffffffff-1x1-1w.webp')).toBeNull()
  })

  test('a file is read as written, also by another machine, and can be written again', async () => {
    await opened.storage.write(name, bytes, 'image/avif')
    await Promise.all([1, 2].map(() => opened.storage.write(name, bytes, 'image/avif')))
    for (const storage of [opened.storage, opened.other]) {
      const read = await storage.read(name)
      expect(read?.equals(bytes)).toBe(true)
    }
  })

  test.each(['../secret', 'a/b.avif', '.hidden', '', 'x'])('%j is not a valid file name', async (wrong) => {
    await expect(opened.storage.read(wrong)).rejects.toThrow(RangeError)
    await expect(opened.storage.write(wrong, bytes, 'image/avif')).rejects.toThrow(RangeError)
  })

  test('an unavailable storage is an error, not a missing file', async () => {
    await opened.breakIt()
    await expect(opened.storage.write(name, bytes, 'image/avif')).rejects.toThrow()
    await expect(opened.storage.read(name)).rejects.toThrow()
  })
})

test('a bucket neither accepts nor returns files with another key', async () => {
  const { settings, close } = await startS3()
  onTestFinished(close)
  const stranger = createS3Storage({ ...settings, accessKeyId: 'another' }, createOutgoing())
  await expect(stranger.write(name, bytes, 'image/avif')).rejects.toThrow('403')
  expect(await createS3Storage(settings, createOutgoing()).read(name)).toBeNull()
})
