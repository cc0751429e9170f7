import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { createFolderStorage } from '#platform/file-storage.ts'
import type { FileStorage } from '#platform/file-storage.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import { createS3Storage } from '#platform/s3-storage.ts'

/** A storage with the other side controlled by the test. */
export interface TestStorage {
  readonly storage: FileStorage
  /** The same files, as another machine of the shop opens them. */
  readonly other: FileStorage
  /** From now on it takes and gives nothing. */
  readonly breakIt: () => Promise<void>
  readonly close: () => Promise<void>
}

export type OpenStorage = () => Promise<TestStorage>

export const openFolder: OpenStorage = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'loam-storage-'))
  const folder = join(parent, 'uploads')
  return {
    storage: createFolderStorage(folder),
    other: createFolderStorage(folder),
    breakIt: async () => {
      await rm(folder, { recursive: true, force: true })
      await writeFile(folder, 'no folder')
    },
    close: () => rm(parent, { recursive: true, force: true }),
  }
}

/** A free port: the server does not say which one it took. */
const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** A server that speaks S3 and refuses keys that it does not know; it does not calculate signatures. */
export const startS3 = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'loam-s3-'))
  const port = await freePort()
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: 'loam-uploads' }],
  })
  await server.run()
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'loam-uploads',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  const stop = (): Promise<void> => server.close()
  const close = async (): Promise<void> => {
    await stop().catch(() => undefined)
    await rm(directory, { recursive: true, force: true })
  }
  return { settings, stop, close }
}

export const openS3: OpenStorage = async () => {
  const { settings, stop, close } = await startS3()
  const open = () => createS3Storage(settings, createOutgoing())
  return { storage: open(), other: open(), breakIt: stop, close }
}
