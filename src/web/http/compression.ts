import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** How a text may travel shorter than it is. */
export type Coding = 'br' | 'gzip'

const patternOf = (coding: Coding): RegExp =>
  new RegExp(String.raw`(^|[\s,])${coding}(?!\s*;\s*q=0(\.0+)?\s*(,|$))\s*(;|,|$)`, 'i')

const patterns = { br: patternOf('br'), gzip: patternOf('gzip') }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * The coding that the client accepts: Brotli before gzip, null for neither. A coding with weight zero is not accepted.
 */
export const chosenCoding = (accepted: string | readonly string[] | undefined): Coding | null => {
  if (accepted === undefined) return null
  const header = String(accepted)
  return patterns.br.test(header) ? 'br' : patterns.gzip.test(header) ? 'gzip' : null
}

/** Compression levels: for a file of a build, for a cached page, for a page for one visitor. */
type Effort = 'built' | 'once' | 'often'

const brotliQuality = { built: 11, once: 9, often: 2 } satisfies Record<Effort, number>

/** A text in a coding. */
export const compress = (body: Buffer, coding: Coding, effort: Effort): Promise<Buffer> =>
  coding === 'br'
    ? compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort] } })
    : compressGzip(body, { level: effort === 'often' ? 4 : 9 })

/** Sends a text in the best coding that the client accepts. */
export const sendCompressed = async (reply: FastifyReply, body: Buffer): Promise<FastifyReply> => {
  reply.header('vary', 'accept-encoding')
  const coding = chosenCoding(reply.request.headers['accept-encoding'])
  if (coding === null) return reply.send(body)
  return reply.header('content-encoding', coding).send(await compress(body, coding, 'often'))
}
