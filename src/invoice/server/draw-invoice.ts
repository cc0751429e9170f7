import { postalLines } from '#location/rules/postal-codes.ts'
import { markPicture } from '#platform/mark-pictures.ts'
import { brand } from '#shared/brand.ts'
import type { Invoice } from '../endpoints.ts'
import {
  amountText,
  columnLabels,
  factRows,
  kindLabel,
  languageOf,
  lineCells,
  notes,
  paidRows,
  totalLabel,
  totalRows,
  wordsOf,
} from '../rules/document-text.ts'
import type { DocumentRow } from '../rules/document-text.ts'
import { documentMargin as margin, drawDocument } from './document-file.ts'

type Pdf = PDFKit.PDFDocument
type Part = PDFKit.PDFStructureElement

const ink = '#1C1813'
const mutedInk = '#5B5E53'
const line = '#C6CABE'

/** Letter in countries that use it, A4 elsewhere. */
const paperFor = (country: string): 'LETTER' | 'A4' => (['US', 'CA'].includes(country) ? 'LETTER' : 'A4')

const right = (pdf: Pdf): number => pdf.page.width - margin

/** Adds a tagged part with what `draw` draws. */
const tagged = (pdf: Pdf, parent: Part, kind: string, draw: () => void): void => {
  parent.add(pdf.struct(kind, {}, draw))
}

/** A hairline; decoration, which screen readers skip. */
const rule = (pdf: Pdf, y: number, color: string): void => {
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf.moveTo(margin, y).lineTo(right(pdf), y).lineWidth(0.7).strokeColor(color).stroke()
  pdf.endMarkedContent()
}

const lines = (
  pdf: Pdf,
  root: Part,
  at: { x: number; y: number },
  title: string,
  rows: readonly string[],
) => {
  const width = (right(pdf) - margin) / 2 - 12
  tagged(
    pdf,
    root,
    'H2',
    () => void pdf.font('strong').fontSize(10).fillColor(ink).text(title, at.x, at.y, { width }),
  )
  tagged(
    pdf,
    root,
    'P',
    () =>
      void pdf
        .font('text')
        .fontSize(10)
        .text(rows.join('\n'), at.x, pdf.y + 3, { width, lineGap: 2 }),
  )
  return pdf.y
}

const titleOf = (invoice: Invoice): string => `${kindLabel(invoice)} ${invoice.number}`

const markSize = 28

/** The mark above the name; decoration, as a rule is. */
const drawMark = (pdf: Pdf, mark: Buffer | null): void => {
  if (mark === null) return
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf.image(mark, margin, margin, { width: markSize, height: markSize })
  pdf.endMarkedContent()
}

const head = (pdf: Pdf, root: Part, invoice: Invoice, mark: Buffer | null): void => {
  drawMark(pdf, mark)
  const top = margin + (mark === null ? 0 : markSize + 8)

  const title = titleOf(invoice)
  tagged(
    pdf,
    root,
    'P',
    () => void pdf.font('strong').fontSize(13).fillColor(ink).text(brand.name, margin, top),
  )
  tagged(
    pdf,
    root,
    'H1',
    () =>
      void pdf
        .font('text')
        .fontSize(24)
        .text(title, margin, pdf.y + 22),
  )
  pdf.y += 10
  const facts = factRows(invoice).map(({ label, value }) => `${label}: ${value}`)
  tagged(
    pdf,
    root,
    'P',
    () => void pdf.fontSize(10).fillColor(mutedInk).text(facts.join('   '), margin, pdf.y, { lineGap: 2 }),
  )
}

const parties = (pdf: Pdf, root: Part, invoice: Invoice): void => {
  const { seller, buyer } = invoice
  const t = wordsOf(invoice)
  const y = pdf.y + 24
  const half = margin + (right(pdf) - margin) / 2
  const numbers = seller.tax_numbers.map(({ label, number }) => `${label} ${number}`)
  const ends = [
    lines(pdf, root, { x: margin, y }, t('soldBy'), [seller.name, ...seller.lines, seller.email, ...numbers]),
    lines(pdf, root, { x: half, y }, t('billTo'), [
      ...postalLines(buyer.address, languageOf(invoice)),
      buyer.email,
    ]),
  ]
  pdf.y = Math.max(...ends) + 26
}

/** Right edges of the columns after the product's name, from the right edge of the page. */
const columnEnds = [250, 186, 122, 64, 0]

const row = (pdf: Pdf, table: Part, kind: 'TH' | 'TD', name: string, cells: readonly string[]): void => {
  if (pdf.y > pdf.page.height - 3 * margin) pdf.addPage()
  const y = pdf.y + 6
  const nameWidth = right(pdf) - margin - 300
  const part = pdf.struct('TR')
  table.add(part)
  pdf
    .font(kind === 'TH' ? 'strong' : 'text')
    .fontSize(kind === 'TH' ? 8.5 : 10)
    .fillColor(ink)
  tagged(pdf, part, kind, () => void pdf.text(name, margin, y, { width: nameWidth }))
  const end = pdf.y
  for (const [at, cell] of cells.entries()) {
    const x = right(pdf) - (columnEnds[at] ?? 0) - 64
    tagged(pdf, part, kind, () => void pdf.text(cell, x, y, { width: 64, align: 'right' }))
  }
  part.end()
  pdf.y = Math.max(end, pdf.y) + 6
  rule(pdf, pdf.y, kind === 'TH' ? ink : line)
}

const goods = (pdf: Pdf, root: Part, invoice: Invoice): void => {
  const table = pdf.struct('Table')
  root.add(table)
  const [product, ...others] = columnLabels(invoice)
  row(pdf, table, 'TH', product, others)
  for (const each of invoice.lines) row(pdf, table, 'TD', each.name, lineCells(each, invoice))
  table.end()
}

const totalRow = (pdf: Pdf, table: Part, { label, value }: DocumentRow, isTotal: boolean): void => {
  if (pdf.y > pdf.page.height - 2 * margin) pdf.addPage()
  const y = pdf.y + (isTotal ? 8 : 3)
  const part = pdf.struct('TR')
  table.add(part)
  pdf
    .font(isTotal ? 'strong' : 'text')
    .fontSize(isTotal ? 13 : 10)
    .fillColor(ink)
  const x = margin + (right(pdf) - margin) / 2
  tagged(pdf, part, 'TH', () => void pdf.text(label, x, y, { width: right(pdf) - x - 90 }))
  const end = pdf.y
  tagged(pdf, part, 'TD', () => void pdf.text(value, right(pdf) - 90, y, { width: 90, align: 'right' }))
  part.end()
  pdf.y = Math.max(end, pdf.y)
}

const totals = (pdf: Pdf, root: Part, invoice: Invoice): void => {
  pdf.y += 10
  const table = pdf.struct('Table')
  root.add(table)
  for (const each of totalRows(invoice)) totalRow(pdf, table, each, false)
  const label = `${totalLabel(invoice)}, ${invoice.currency}`
  totalRow(pdf, table, { label, value: amountText(invoice.total, invoice) }, true)
  for (const each of paidRows(invoice)) totalRow(pdf, table, each, false)
  table.end()
  const x = margin + (right(pdf) - margin) / 2
  for (const note of notes(invoice))
    tagged(
      pdf,
      root,
      'P',
      () =>
        void pdf
          .font('text')
          .fontSize(9)
          .fillColor(mutedInk)
          .text(note, x, pdf.y + 10),
    )
}

/** A document as a tagged PDF with the shop's own fonts; the same document is the same file to the byte. */
export const drawInvoice = async (invoice: Invoice): Promise<Buffer> => {
  const mark = await markPicture(192)
  return drawDocument(
    {
      title: titleOf(invoice),
      author: invoice.seller.name,
      day: invoice.issued_on,
      size: paperFor(invoice.buyer.address.country),
      locale: languageOf(invoice),
    },
    ({ pdf, root }) => {
      head(pdf, root, invoice, mark)
      parties(pdf, root, invoice)
      goods(pdf, root, invoice)
      totals(pdf, root, invoice)
    },
  )
}
