import { documentFonts } from '#invoice/server/invoices.ts'
import { brand } from '#shared/brand.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'

/** 4 × 6 inches, as label printers have it. */
const size: [number, number] = [288, 432]
const margin = 20

/**
 * Packing slips, a page for each shipment: address, units and products; no prices, and nothing about health. The same
 * shipments are the same file.
 */
export const drawSlips = async (shipments: readonly ToPack[]): Promise<Uint8Array<ArrayBuffer>> => {
  const { Pdf, text, strong } = await documentFonts()
  const date = new Date(0)
  const info = { Title: 'Packing slips', Author: brand.name, CreationDate: date, ModDate: date }
  const pdf = new Pdf({ size, margin, lang: brand.locale, displayTitle: true, info, autoFirstPage: false })
  pdf.registerFont('text', text).registerFont('strong', strong)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const { order, name, address, lines, shipping_method: method } of shipments) {
    pdf.addPage()
    pdf.font('strong').fontSize(12).text(brand.name.toLowerCase(), { continued: true })
    pdf.font('text').fontSize(9).text(`   ${order}`).moveDown(0.8)
    pdf.font('strong').fontSize(13).text(name)
    pdf.font('text').fontSize(13).text(address.join('\n'), { lineGap: 1 }).moveDown(0.8)
    for (const line of lines) {
      pdf.font('strong').fontSize(15).text(`${line.quantity}`, { continued: true })
      pdf.font('text').fontSize(10).text(`   ${line.name}   ${line.sku}`).moveDown(0.2)
    }
    pdf.moveDown(0.6).font('text').fontSize(9).text(method)
  }
  if (shipments.length === 0) pdf.addPage().font('text').fontSize(11).text('Nothing is to be packed.')
  pdf.end()
  return new Uint8Array(await finished)
}
