import { LRUCache } from 'lru-cache'
import type { FastifyInstance } from 'fastify'
import type { FileStorage } from '#platform/file-storage.ts'
import { ShopError } from '#shared/errors.ts'
import { uploadedFileType } from '#shared/uploaded-picture.ts'
import { pictureFilePolicy } from '../http/security-headers.ts'

const maxBytes = 32 * 1024 * 1024

/** Serves the files of uploaded pictures. A name stands for its bytes, so browsers and proxies keep them for good. */
export const registerUploadedFiles = (app: FastifyInstance, storage: FileStorage): void => {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length || 1,
  })
  const read = async (file: string): Promise<Buffer | null> => {
    const known = cache.get(file)
    if (known) return known
    const bytes = await storage.read(file)
    if (bytes) cache.set(file, bytes)
    return bytes
  }
  app.get<{ Params: { file: string } }>('/uploads/:file', async ({ params }, reply) => {
    const type = uploadedFileType(params.file)
    const bytes = type && (await read(params.file))
    if (!type || !bytes) throw new ShopError('NOT_FOUND')
    return reply
      .header('content-type', type)
      .header('content-security-policy', pictureFilePolicy)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })
}
