import { documentFonts } from '#invoice/server/invoices.ts'
import { brand } from '#shared/brand.ts'
import type { EvidenceSection } from '../rules/evidence.ts'

const margin = 54

/** The evidence as a PDF in the shop's own fonts; the same facts are the same file. */
export const drawEvidence = async (
  number: string,
  sections: readonly EvidenceSection[],
): Promise<Uint8Array<ArrayBuffer>> => {
  const { Pdf, text, strong } = await documentFonts()
  const Title = `Evidence for order ${number}`
  const date = new Date(0)
  const info = { Title, Author: brand.name, CreationDate: date, ModDate: date }
  const pdf = new Pdf({ size: 'LETTER', margin, lang: brand.locale, displayTitle: true, info })
  pdf.registerFont('text', text).registerFont('strong', strong)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.font('strong').fontSize(13).text(brand.name)
  pdf.font('text').fontSize(22).text(Title).moveDown(0.5)
  for (const { title, lines } of sections) {
    pdf.font('strong').fontSize(11).text(title).moveDown(0.2)
    pdf.font('text').fontSize(10).text(lines.join('\n'), { lineGap: 2 }).moveDown()
  }
  pdf.end()
  return new Uint8Array(await finished)
}
