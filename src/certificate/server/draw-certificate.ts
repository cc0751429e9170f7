import { documentMargin as margin, drawDocument } from '#invoice/server/invoices.ts'
import type { DrawnDocument } from '#invoice/server/invoices.ts'
import { brand } from '#shared/brand.ts'
import type { Certificate } from '../endpoints.ts'
import type { Locale } from '#shared/locale.ts'
import { certificatesMessages } from '../messages/certificates-messages.ts'
import { certificateFacts, testGroups } from '../rules/certificate.ts'

/** Left edges of the columns from the left margin, and their widths, in points. */
const columns = [
  { x: 0, width: 150 },
  { x: 156, width: 120 },
  { x: 282, width: 130 },
  { x: 418, width: 86 },
]

const headingsIn = (locale: Locale): readonly string[] => {
  const t = certificatesMessages.in(locale)
  return [t('test'), t('method'), t('limit'), t('result')]
}

type Part = PDFKit.PDFStructureElement

const row = ({ pdf }: DrawnDocument, table: Part, kind: 'TH' | 'TD', cells: readonly string[]): void => {
  if (pdf.y > pdf.page.height - 2 * margin) pdf.addPage()
  const y = pdf.y
  const part = pdf.struct('TR')
  table.add(part)
  let end = y
  for (const [at, cell] of cells.entries()) {
    const { x, width } = columns[at] ?? { x: 0, width: 0 }
    part.add(pdf.struct(kind, {}, () => void pdf.text(cell, margin + x, y, { width })))
    end = Math.max(end, pdf.y)
  }
  part.end()
  pdf.y = end + 4
}

interface TestsOfGroup {
  readonly group: string
  readonly headings: readonly string[]
  readonly tests: Certificate['tests']
}

const drawTests = (drawn: DrawnDocument, { group, headings, tests }: TestsOfGroup): void => {
  const { pdf, root } = drawn
  root.add(
    pdf.struct(
      'H2',
      {},
      () =>
        void pdf
          .font('strong')
          .fontSize(11)
          .text(group, margin, pdf.y + 12),
    ),
  )
  pdf.y += 4
  const table = pdf.struct('Table')
  root.add(table)
  pdf.fontSize(8.5)
  row(drawn, table, 'TH', headings)
  pdf.font('text').fontSize(10)
  for (const { name, method, limit, result } of tests) row(drawn, table, 'TD', [name, method, limit, result])
  table.end()
}

/** A certificate as a tagged PDF on one sheet; the same certificate is the same file to the byte. */
export const drawCertificate = (certificate: Certificate, locale: Locale): Promise<Buffer> => {
  const t = certificatesMessages.in(locale)
  return drawDocument(
    {
      title: t('documentTitle', { lot: certificate.lot }),
      author: brand.name,
      day: certificate.released_on,
      size: 'LETTER',
    },
    (drawn) => {
      const { pdf, root, title } = drawn
      root.add(
        pdf.struct('P', {}, () => void pdf.font('strong').fontSize(13).text(brand.name, margin, margin)),
      )
      root.add(
        pdf.struct(
          'H1',
          {},
          () =>
            void pdf
              .font('text')
              .fontSize(20)
              .text(title, margin, pdf.y + 14),
        ),
      )
      const facts = certificateFacts(certificate, locale).map((fact) => t('fact', fact))
      if (brand.isDemonstration) facts.push(t('sample'))
      root.add(
        pdf.struct(
          'P',
          {},
          () => void pdf.fontSize(10).text(facts.join('\n'), margin, pdf.y + 10, { lineGap: 2 }),
        ),
      )
      const headings = headingsIn(locale)
      for (const [group, tests] of testGroups(certificate.tests))
        drawTests(drawn, { group, headings, tests: [...tests] })
    },
  )
}
