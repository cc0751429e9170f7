import type { MailContent } from '#platform/mail.ts'
import type { MailBlock, MailDocument } from './mail-document.ts'
import { footerOf } from './mail-elements.ts'
import { drawMail, fillMail, hasShells } from './mail-shells.ts'

const blockText = (block: MailBlock): string => {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'section':
      return `${block.title}\n${'-'.repeat(block.title.length)}`
    case 'rows':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'lines':
      return block.lines.join('\n')
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'link':
      return `${block.before}${block.label} (${block.href})${block.after}`
    case 'text':
      return block.pieces.map(({ text, href }) => (href === undefined ? text : `${text} (${href})`)).join('')
    case 'picture':
      return `[${block.alt}]${block.href === null ? '' : `\n${block.href}`}`
    case 'divider':
      return '* * *'
    default:
      return block satisfies never
  }
}

/** Draws a mail in both forms. */
export const renderMail = async (document: MailDocument): Promise<MailContent> => {
  const html = hasShells(document) ? await fillMail(document) : await drawMail(document)
  const text = [document.heading, ...document.blocks.map(blockText), '--', footerOf(document)].join('\n\n')
  return { subject: document.subject, html, text: `${text}\n` }
}
