import { ownValue } from '#shared/own-value.ts'
import type { MailBlock, MailDocument, MailPiece, MailRow } from './mail-document.ts'

type Translate = (text: string) => string

const blockWith = (block: MailBlock, translated: Translate): MailBlock => {
  const row = (one: MailRow): MailRow => ({
    ...one,
    label: translated(one.label),
    value: translated(one.value),
  })
  const piece = (one: MailPiece): MailPiece => ({ ...one, text: translated(one.text) })
  switch (block.kind) {
    case 'paragraph':
      return { ...block, text: translated(block.text) }
    case 'section':
      return { ...block, title: translated(block.title) }
    case 'rows':
      return { ...block, rows: block.rows.map(row) }
    case 'text':
      return { ...block, pieces: block.pieces.map(piece) }
    case 'link':
      return { ...block, before: translated(block.before), after: translated(block.after) }
    case 'lines':
    case 'button':
    case 'picture':
    case 'divider':
      return block
  }
}

/**
 * A mail with what orders and subscriptions name in the first language, such as plans, in its own. `translations` has those texts and
 * what each is in the language of the mail. What people wrote to each other (`lines`) stays.
 */
export const withLocalNames = (
  mail: MailDocument,
  translations: Readonly<Record<string, string>>,
): MailDocument => {
  // A name may be the beginning of another one.
  const originals = Object.keys(translations).toSorted((a, b) => b.length - a.length)
  if (originals.length === 0) return mail
  const names = originals.map((name) => RegExp.escape(name)).join('|')
  const pattern = new RegExp(String.raw`(?<![\p{L}\d])(?:${names})(?![\p{L}\d])`, 'gu')
  const translated: Translate = (text) =>
    text.replace(pattern, (name) => ownValue(translations, name) ?? name)
  return {
    ...mail,
    subject: translated(mail.subject),
    preview: translated(mail.preview),
    heading: translated(mail.heading),
    blocks: mail.blocks.map((block) => blockWith(block, translated)),
  }
}
