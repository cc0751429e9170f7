import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** How a page may travel shorter than it is. */
export type Coding = 'br' | 'gzip'

const patternOf = (coding: Coding): RegExp =>
  new RegExp(String.raw`(^|[\s,])${coding}(?!\s*;\s*q=0(\.0+)?\s*(,|$))\s*(;|,|$)`, 'i')

const patterns = { br: patternOf('br'), gzip: patternOf('gzip') }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Which coding the asker takes: Brotli before gzip, null for neither. What is given a weight of zero is not taken. */
export const chosenCoding = (accepted: string | readonly string[] | undefined): Coding | null => {
  if (accepted === undefined) return null
  const header = String(accepted)
  return patterns.br.test(header) ? 'br' : patterns.gzip.test(header) ? 'gzip' : null
}

/** How hard to try: for a file of a build, for a page that is kept for many, for a page for one. */
type Effort = 'built' | 'once' | 'often'

const brotliQuality = { built: 11, once: 9, often: 4 } satisfies Record<Effort, number>

/** A text in a coding. */
export const compress = (body: Buffer, coding: Coding, effort: Effort): Promise<Buffer> =>
  coding === 'br'
    ? compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort] } })
    : compressGzip(body, { level: effort === 'often' ? 4 : 9 })
