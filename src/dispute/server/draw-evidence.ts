import { drawDocument } from '#invoice/server/invoices.ts'
import { brand } from '#shared/brand.ts'
import type { EvidenceSection } from '../rules/evidence.ts'

/** The evidence as a PDF in the shop's own fonts; the same facts are the same file. */
export const drawEvidence = async (
  number: string,
  sections: readonly EvidenceSection[],
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await drawDocument(
      { title: `Evidence for order ${number}`, author: brand.name, day: '1970-01-01', size: 'LETTER' },
      ({ pdf, root, title }) => {
        const add = (kind: string, draw: () => void): void => void root.add(pdf.struct(kind, {}, draw))
        add('P', () => void pdf.font('strong').fontSize(13).text(brand.name))
        add('H1', () => void pdf.font('text').fontSize(22).text(title).moveDown(0.5))
        for (const section of sections) {
          add('H2', () => void pdf.font('strong').fontSize(11).text(section.title).moveDown(0.2))
          add(
            'P',
            () =>
              void pdf.font('text').fontSize(10).text(section.lines.join('\n'), { lineGap: 2 }).moveDown(),
          )
        }
      },
    ),
  )
