import { readFile } from 'node:fs/promises'
import { addressLines } from './address-lines.ts'
import type { Label } from './label-records.ts'
import { requestOf } from './label-request.ts'
import { serviceOf } from './services.ts'

// Loaded when the first label is drawn: fonts, layout and compression are a megabyte.
const loadParts = async () => {
  const { default: Pdf } = await import('pdfkit')
  const font = (weight: number): Promise<Buffer> =>
    readFile(new URL(`../src/invoice/fonts/instrument-sans-${weight}.ttf`, import.meta.url))
  return { Pdf, text: await font(400), strong: await font(600) }
}
let parts: ReturnType<typeof loadParts> | null = null

const margin = 20

/** 4 by 6 inches, in points. */
const paper: [number, number] = [288, 432]

const draw = (pdf: PDFKit.PDFDocument, label: Label): void => {
  const { service, weightGrams, reference, to, from } = requestOf(label)
  const width = paper[0] - 2 * margin
  const rule = (y: number): void => {
    pdf
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(1)
      .stroke()
  }
  pdf.font('strong').fontSize(13).text('Sandbox carrier: no postage', margin, margin, { width })
  pdf
    .font('text')
    .fontSize(11)
    .text(`${serviceOf(service)?.name ?? service}, ${weightGrams} g`, { width })
  rule(66)
  pdf.fontSize(9).text('Ship to', margin, 76)
  pdf.font('strong').fontSize(13)
  for (const line of addressLines(to)) pdf.text(line, { width })
  if (from !== null)
    pdf
      .font('text')
      .fontSize(9)
      .text(`Return from ${addressLines(from).join(', ')}`, margin, 250, { width })
  rule(300)
  pdf.font('text').fontSize(9).text('Tracking number', margin, 310)
  pdf.font('strong').fontSize(20).text(label.tracking, { width })
  pdf.font('text').fontSize(10).text(reference, margin, 390, { width })
}

/** The label as a PDF of 4 by 6 inches. */
export const labelPdf = async (label: Label): Promise<Buffer> => {
  parts ??= loadParts()
  const { Pdf, text, strong } = await parts
  const pdf = new Pdf({ size: paper, margin: 0, info: { Title: `Label ${label.tracking}` } })
  const pieces: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece))
    pdf.on('end', () => resolve(Buffer.concat(pieces)))
    pdf.on('error', reject)
  })
  pdf.registerFont('text', text).registerFont('strong', strong)
  draw(pdf, label)
  pdf.end()
  return finished
}
