import { inflateSync } from 'node:zlib'
import Pdf from 'pdfkit'
import { expect, test } from 'vitest'
import { joinPdfs } from './join-pdfs.ts'

/** A file of pages of 4 × 6 inches, one for each text. */
const drawn = (texts: readonly string[], options: object = {}): Promise<Buffer> => {
  const pdf = new Pdf({ size: [288, 432], autoFirstPage: false, ...options })
  const pieces: Buffer[] = []
  const finished = new Promise<Buffer>((resolve) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece))
    pdf.on('end', () => resolve(Buffer.concat(pieces)))
  })
  for (const text of texts) pdf.addPage().text(text, 20, 20)
  pdf.end()
  return finished
}

/** What the streams of a file contain, in their order, where they can be unpacked. */
const streamsIn = (bytes: Uint8Array): readonly string[] =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g),
  ].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return stream
    }
  })

const joinedBytes = async (files: readonly Uint8Array[]): Promise<Uint8Array> => {
  const result = await joinPdfs(files)
  if (result.kind === 'unreadable') throw new Error(result.problem)
  return result.bytes
}

/** pdfkit writes each character of a text as a hexadecimal number. */
const hex = (text: string): string => Buffer.from(text).toString('hex')

/** The texts of the pages in their order. */
const textsIn = (bytes: Uint8Array, texts: readonly string[]): readonly string[] =>
  streamsIn(bytes).flatMap((stream) => texts.filter((text) => stream.includes(hex(text))))

test('several PDFs are joined page after page, and the result can be joined again', async () => {
  const files = [await drawn(['AB']), await drawn(['CD', 'EF']), await drawn(['GH'])]
  const joined = await joinedBytes(files)
  const texts = ['GH', 'EF', 'CD', 'AB', 'IJ']
  expect(textsIn(joined, texts)).toEqual(['AB', 'CD', 'EF', 'GH'])
  const again = await joinedBytes([joined, await drawn(['IJ'])])
  expect(textsIn(again, texts)).toEqual(['AB', 'CD', 'EF', 'GH', 'IJ'])
  // Objects are written as they are, or packed in streams.
  const written = [Buffer.from(again).toString('latin1'), ...streamsIn(again)].join('\n')
  expect(written.match(/\/MediaBox \[ ?0 0 288 432 ?\]/g)).toHaveLength(5)
})

test('an unreadable file is named, with the reason', async () => {
  const good = await drawn(['AB'])
  const text = good.toString('latin1')
  const cases: readonly (readonly [Buffer | string, string])[] = [
    ['', 'its end is missing'],
    ['<html>not found</html>', 'its end is missing'],
    ['<html>%%EOF</html>', 'it is damaged'],
    [text.slice(0, text.length / 2), 'its end is missing'],
    // The library would read it without what is missing.
    [text.slice(0, -300), 'its end is missing'],
    // Its page would be there, without what is drawn on it.
    [text.replace('/Filter /FlateDecode', '/Filter ]FlateDecode'), 'it is damaged'],
    [text.replace('/Type /Font', '/Type (Font'), 'it is damaged'],
    [await drawn(['AB'], { userPassword: 'tulips' }), 'it is encrypted'],
    [await drawn([]), 'it has 0 pages'],
    [await drawn(Array.from({ length: 51 }, () => 'AB')), 'it has 51 pages'],
  ]
  for (const [bytes, problem] of cases)
    expect(await joinPdfs([good, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes])).toEqual({
      kind: 'unreadable',
      index: 1,
      problem,
    })
})

test('damage at any byte gives a file or a reason, and never an internal error', async () => {
  const file = await drawn(['AB'])
  for (let at = 0; at < file.length; at += 1) {
    const damaged = Buffer.from(file)
    damaged[at] = (at * 7) % 256
    expect(['joined', 'unreadable']).toContain((await joinPdfs([damaged])).kind)
  }
})
