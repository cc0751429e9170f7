import { drawDocument } from '#invoice/server/invoices.ts'
import type { DrawnDocument } from '#invoice/server/invoices.ts'
import { brand } from '#shared/brand.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'

/** 4 × 6 inches, as label printers have it. */
const size = [288, 432] as const
const margin = 20

const drawSlip = ({ pdf, root }: DrawnDocument, shipment: ToPack): void => {
  const { order, name, address, lines, shipping_method: method } = shipment
  const add = (kind: string, draw: () => void): void => void root.add(pdf.struct(kind, {}, draw))
  add('P', () => void pdf.font('strong').fontSize(12).text(brand.name.toLowerCase()))
  add('H1', () => void pdf.font('text').fontSize(12).text(order).moveDown(0.8))
  add('P', () => void pdf.font('strong').fontSize(13).text(name))
  add('P', () => void pdf.font('text').fontSize(13).text(address.join('\n'), { lineGap: 1 }).moveDown(0.8))
  for (const line of lines)
    add(
      'P',
      () =>
        void pdf
          .font('strong')
          .fontSize(15)
          .text(`${line.quantity} ×`, { continued: true })
          .font('text')
          .fontSize(10)
          .text(`  ${line.name}  (${line.sku})`)
          .moveDown(0.2),
    )
  add('P', () => void pdf.moveDown(0.6).font('text').fontSize(9).text(method))
}

/**
 * Packing slips, a page for each shipment: address, units and products; no prices, and nothing about health. The same
 * shipments are the same file.
 */
export const drawSlips = (shipments: readonly ToPack[]): Promise<Buffer> =>
  drawDocument(
    { title: 'Packing slips', author: brand.name, day: '1970-01-01', size, margin },
    (document) => {
      const { pdf, root } = document
      for (const [at, shipment] of shipments.entries()) {
        if (at > 0) pdf.addPage()
        drawSlip(document, shipment)
      }
      if (shipments.length === 0)
        root.add(
          pdf.struct('P', {}, () => void pdf.font('text').fontSize(11).text('Nothing is to be packed.')),
        )
    },
  )

/** What has to be picked for a batch, by product, as a PDF: no names and no addresses. The same units are the same file. */
export const drawPickList = (batch: number, pick: ToPack['lines']): Promise<Buffer> =>
  drawDocument(
    {
      title: `Pick list of batch ${batch}`,
      author: brand.name,
      day: '1970-01-01',
      size: 'LETTER',
    },
    ({ pdf, root }) => {
      const add = (kind: string, draw: () => void): void => void root.add(pdf.struct(kind, {}, draw))
      const units = pick.reduce((sum, { quantity }) => sum + quantity, 0)
      add('H1', () => void pdf.font('strong').fontSize(18).text(`Pick list of batch ${batch}`))
      add('P', () => void pdf.font('text').fontSize(11).text(`${units} units`).moveDown(0.8))
      for (const { quantity, name, sku } of pick)
        add(
          'P',
          () =>
            void pdf
              .font('strong')
              .fontSize(16)
              .text(`${quantity} ×`, { continued: true })
              .font('text')
              .fontSize(12)
              .text(`  ${name}  (${sku})`)
              .moveDown(0.3),
        )
    },
  )
