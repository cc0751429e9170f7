import { deflateSync, inflateSync } from 'node:zlib'
import Pdf from 'pdfkit'
import { expect, test } from 'vitest'
import { joinPdfs } from './join-pdfs.ts'
import type { JoinedPdf } from './join-pdfs.ts'

/** A file as pdfkit writes it: the classic table, packed content, one page for each text. */
const drawn = (...texts: readonly string[]): Promise<Buffer> => {
  const pdf = new Pdf({ size: [288, 432], autoFirstPage: false })
  const pieces: Buffer[] = []
  const finished = new Promise<Buffer>((resolve) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece))
    pdf.on('end', () => resolve(Buffer.concat(pieces)))
  })
  for (const text of texts) pdf.addPage().text(text, 20, 20)
  pdf.end()
  return finished
}

const streamOf = (dictionary: string, bytes: Buffer): string =>
  `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`

/**
 * A file as newer programs write it: objects 1 to 5 packed in a stream, the table a stream with rows predicted from the row above,
 * the size of the page from its parent's parent, and a page that links to itself.
 */
const packed = (content: string): Buffer => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 288 432]>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]/Parent 2 0 R/Resources<</Font<<>>>>>>',
    '<</Type/Page/Parent 3 0 R/Contents 6 0 R/Annots[5 0 R]>>',
    '<</Type/Annot/Subtype/Link/P 4 0 R/A(a \\) text with ( ) and 1 0 R)>>',
  ]
  let at = 0
  const places = objects.map((text) => {
    const place = at
    at += text.length + 1
    return place
  })
  const head = places.map((place, index) => `${index + 1} ${place}`).join(' ')
  const body = deflateSync(Buffer.from(`${head} ${objects.join(' ')}`))
  const parts = [
    '%PDF-1.5\n',
    `6 0 obj ${streamOf('', Buffer.from(content))}\nendobj\n`,
    `7 0 obj ${streamOf(`/Type/ObjStm/N 5/First ${head.length + 1}/Filter/FlateDecode`, body)}\nendobj\n`,
  ]
  const offsets = parts.map((_part, index) => parts.slice(0, index).join('').length)
  const rows = [
    [0, 0, 0],
    ...objects.map((_text, index) => [2, 7, index]),
    [1, offsets[1] ?? 0, 0],
    [1, offsets[2] ?? 0, 0],
  ].map(([type = 0, place = 0, index = 0]) => [type, place >> 8, place & 255, index])
  const predicted = rows.flatMap((row, number) => [
    2,
    ...row.map((byte, column) => (byte - (rows[number - 1]?.[column] ?? 0)) & 255),
  ])
  const table = streamOf(
    '/Type/XRef/Size 8/W[1 2 1]/Root 1 0 R/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>',
    deflateSync(Buffer.from(predicted)),
  )
  const start = parts.join('').length
  return Buffer.from(`${parts.join('')}8 0 obj ${table}\nendobj\nstartxref\n${start}\n%%EOF`, 'latin1')
}

const joinedText = (result: JoinedPdf): string => {
  if (result.kind === 'unreadable') throw new Error(result.problem)
  return Buffer.from(result.bytes).toString('latin1')
}

/** An object by the place that the table of the file gives. */
const objectIn = (text: string, number: number): string => {
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1])
  expect(text.slice(table, table + 4)).toBe('xref')
  const first = text.indexOf('\n', table + 5) + 1
  const place = Number(text.slice(first + 20 * number, first + 20 * number + 10))
  const object = text.slice(place, text.indexOf('\nendobj', place))
  expect(object.startsWith(`${number} 0 obj\n`)).toBe(true)
  return object
}

/** What each page draws, in the order of the pages. */
const contentsIn = (text: string): readonly string[] => {
  const kids = /\/Kids \[([^\]]*)\]/.exec(objectIn(text, 2))?.[1] ?? ''
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, page]) => {
    const dictionary = objectIn(text, Number(page))
    expect(dictionary).toMatch(/\/MediaBox \[0 0 288 432\]/)
    expect(dictionary).not.toContain('/Annots')
    const content = objectIn(text, Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]))
    const bytes = Buffer.from(
      content.slice(content.indexOf('stream\n') + 7, content.lastIndexOf('\nendstream')),
      'latin1',
    )
    return content.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
  })
}

/** pdfkit writes each character of a text as a hexadecimal number. */
const hex = (text: string): string => Buffer.from(text).toString('hex')

test('files of different writers become one, page after page', async () => {
  const files = [await drawn('AB'), packed('0 0 m (middle) Tj'), await drawn('CD', 'EF')]
  const contents = contentsIn(joinedText(joinPdfs(files)))
  expect(contents).toHaveLength(4)
  expect(contents[0]).toContain(hex('AB'))
  expect(contents[1]).toBe('0 0 m (middle) Tj')
  expect(contents[2]).toContain(hex('CD'))
  expect(contents[3]).toContain(hex('EF'))
  // What was joined can be joined again.
  const again = joinPdfs([Buffer.from(joinedText(joinPdfs(files)), 'latin1'), packed('x')])
  expect(contentsIn(joinedText(again))).toEqual([...contents, 'x'])
})

test('a file that cannot be read is named, with the reason', async () => {
  const good = await drawn('AB')
  const text = good.toString('latin1')
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /no PDF/],
    ['<html>not found</html>', /no PDF/],
    [text.slice(0, text.length / 2), /end is missing/],
    [text.replace('trailer\n<<', 'trailer\n<< /Encrypt 1 0 R'), /encrypted/],
    [text.replaceAll('/Kids [', '/Kids [2 0 R ').replaceAll(/\/Count \d+/g, ''), /./],
    // A stream whose length is in itself: as long as it was, so that everything else is where it was.
    [packed('x'.repeat(10_000)).toString('latin1').replace('/Length 10000', '/Length 6 0 R'), /no length/],
  ]
  for (const [bytes, problem] of cases)
    expect(joinPdfs([good, Buffer.from(bytes, 'latin1')])).toEqual({
      kind: 'unreadable',
      index: 1,
      problem: expect.stringMatching(problem),
    })
})

test('damage at any byte gives a file or a reason, and never a fault', async () => {
  for (const file of [await drawn('AB'), packed('0 0 m')])
    for (let at = 0; at < file.length; at += 1) {
      const damaged = Buffer.from(file)
      damaged[at] = (at * 7) % 256
      expect(['joined', 'unreadable']).toContain(joinPdfs([damaged]).kind)
    }
})
