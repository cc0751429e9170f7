import type { FastifyInstance, FastifyReply } from 'fastify'
import { markPicture, socialCard } from '#platform/mark-pictures.ts'
import { colorSheet } from '#shared/brand-colors.ts'
import { colorSheetPath, markFiles, socialCardPath } from '#shared/brand-mark.ts'
import type { MarkSource } from '#shared/brand-mark.ts'
import { brand } from '#shared/brand.ts'
import { pictureFilePolicy } from '../http/security-headers.ts'

const send = (reply: FastifyReply, type: string, body: string | Buffer | null): FastifyReply =>
  reply
    .header('content-type', type)
    .header('content-security-policy', pictureFilePolicy)
    .header('cache-control', 'public, max-age=3600')
    .send(body)

/** The mark as a drawing; a picture of pixels is put into one, so that it has one address. */
const drawingOf = ({ kind, bytes }: MarkSource): string =>
  kind === 'svg'
    ? new TextDecoder().decode(bytes)
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${bytes.toBase64()}"/></svg>`

/** Serves the mark and the colors of a brand that has them; nothing for the sample, whose files are those of the release. */
export const registerBrandFiles = (app: FastifyInstance): void => {
  const { colors } = brand
  if (colors)
    app.get(colorSheetPath, async (_request, reply) =>
      send(reply, 'text/css; charset=utf-8', colorSheet(colors)),
    )
  const mark = globalThis.shopMark
  if (!mark) return
  for (const [name, size] of markFiles)
    app.get(`/${name}`, async (_request, reply) =>
      size === null
        ? send(reply, 'image/svg+xml', drawingOf(mark))
        : send(reply, 'image/png', await markPicture(size, size > 64)),
    )
  app.get(socialCardPath, async (_request, reply) => send(reply, 'image/png', await socialCard()))
}

/** Whether a file of the release is another one for this brand. */
export const isReplacedByMark = (name: string): boolean =>
  globalThis.shopMark !== undefined && markFiles.has(name)
