import { readFile } from 'node:fs/promises'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

// Loaded when the first document is drawn and not before: fonts, layout and compression are a megabyte.
const loadParts = async () => {
  const { default: Pdf } = await import('pdfkit')
  const font = (weight: number): Promise<Buffer> =>
    readFile(new URL(`../fonts/instrument-sans-${weight}.ttf`, import.meta.url))
  return { Pdf, text: await font(400), strong: await font(600) }
}
let parts: ReturnType<typeof loadParts> | null = null

interface DocumentOptions {
  /** Its title, which a reader shows in the window's bar. */
  readonly title: string
  readonly author: string
  /** The day that the file says it was made on, such as `2026-09-08`. */
  readonly day: string
  /** The language that it is written in; the first one of the shop, if missing. */
  readonly locale?: Locale
  /** A name, or width and height in points. */
  readonly size: 'LETTER' | 'A4' | readonly [width: number, height: number]
  /** The space around every page, in points; `documentMargin`, if missing. */
  readonly margin?: number
}

/** A document that is being drawn with the fonts `text` and `strong`: what is drawn is added to `root` as tagged parts. */
export interface DrawnDocument {
  readonly pdf: PDFKit.PDFDocument
  readonly root: PDFKit.PDFStructureElement
  readonly title: string
}

/** The space around every page of a document, in points. */
export const documentMargin = 54

/** A tagged PDF in the shop's own fonts; the same options and the same drawing are the same file to the byte. */
export const drawDocument = async (
  { title, author, day, size, locale = defaultLocale, margin = documentMargin }: DocumentOptions,
  draw: (drawn: DrawnDocument) => void,
): Promise<Buffer> => {
  const { Pdf, text, strong } = await (parts ??= loadParts())
  const made = new Date(`${day}T12:00:00Z`)
  const pdf = new Pdf({
    size: typeof size === 'string' ? size : [...size],
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: formatsOf(locale),
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: made, ModDate: made },
  })
  pdf.registerFont('text', text).registerFont('strong', strong)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  draw({ pdf, root, title })
  root.end()
  pdf.end()
  return finished
}
