import { drawDocument } from '#invoice/server/invoices.ts'
import { brand } from '#shared/brand.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'

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
