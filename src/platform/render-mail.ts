import type { ReactElement } from 'react'
import type { MailContent } from '#platform/mail.ts'
import { escapedHtml } from '#shared/escaped-html.ts'
import type { MailBlock, MailDocument, MailPiece, MailRow } from './mail-document.ts'
import {
  footerOf,
  blockElement,
  doctype,
  isMarked,
  pageElement,
  pieceElement,
  reasonOf,
} from './mail-elements.ts'

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

// A process that draws no mail does not load it.
const draw = async (element: ReactElement): Promise<string> => {
  const { renderToStaticMarkup } = await import('react-dom/server')
  return renderToStaticMarkup(element)
}

/** The whole mail by React, part by part. */
export const drawMail = async (document: MailDocument): Promise<string> =>
  `${doctype}${await draw(pageElement(document, document.blocks.map(blockElement)))}`

const webAddress = /^(https?|mailto):/i

const hrefsOf = (block: MailBlock): readonly string[] => {
  if (block.kind === 'text') return block.pieces.flatMap(({ href }) => href ?? [])
  return 'href' in block && block.href !== null ? [block.href] : []
}

/** Whether a mail can be filled in: React also refuses addresses that run code, and announces pictures in the head. */
export const hasShells = ({ blocks }: MailDocument): boolean =>
  blocks.every((block) => block.kind !== 'picture' && hrefsOf(block).every((href) => webAddress.test(href)))

// Of the private use area of Unicode. The dots make a slot longer that stands for a long text.
const slotPattern = /\u{e000}(\d)\.*\u{e001}/u
const slot = (at: number, isLong = false): string => `\u{e000}${at}${isLong ? '.'.repeat(20) : ''}\u{e001}`

/** The text between slots and the numbers of the slots, alternating. */
type Shell = readonly string[]

const shells = new Map<string, Shell>()

/** What is drawn of an element with slots, once for a name; `around` is taken off at both ends. */
const shellOf = async (
  name: string,
  element: () => ReactElement,
  around: readonly [string, string] = ['', ''],
): Promise<Shell> => {
  const known = shells.get(name)
  if (known) return known
  const html = await draw(element())
  const made = html.slice(around[0].length, html.length - around[1].length).split(slotPattern)
  shells.set(name, made)
  return made
}

/** Fills the slots with HTML. */
const filled = (shell: Shell, values: readonly string[]): string =>
  shell.map((piece, at) => (at % 2 === 0 ? piece : (values[Number(piece)] ?? ''))).join('')

const fillPiece = async (piece: MailPiece): Promise<string> => {
  const { text, href } = piece
  if (!isMarked(piece)) return escapedHtml(text)
  if (href === undefined)
    return filled(await shellOf('italic', () => pieceElement({ text: slot(0), isItalic: true })), [
      escapedHtml(text),
    ])
  const shell = await shellOf('link in a text', () => pieceElement({ text: slot(0), href: slot(1) }))
  return filled(shell, [escapedHtml(text), escapedHtml(href)])
}

const tableEnd = '</tbody></table>'

const tableStart = async (): Promise<string> => {
  const [empty = ''] = await shellOf('rows', () => blockElement({ kind: 'rows', rows: [] }))
  return empty.slice(0, -tableEnd.length)
}

// As long as the longest label and the longest value that do not wrap.
const [longLabel, longValue] = [12, 16]

const fillRow = async ({ label, value, strong }: MailRow): Promise<string> => {
  const isLong = { label: label.length > longLabel, value: value.length > longValue }
  const name = `row ${isLong.label} ${isLong.value} ${strong === true}`
  const row = { label: slot(0, isLong.label), value: slot(1, isLong.value), strong: strong === true }
  const around = [await tableStart(), tableEnd] as const
  const shell = await shellOf(name, () => blockElement({ kind: 'rows', rows: [row] }), around)
  return filled(shell, [escapedHtml(label), escapedHtml(value)])
}

const joined = async (parts: readonly Promise<string>[]): Promise<string> =>
  (await Promise.all(parts)).join('')

/** The slots of a kind of block, and the HTML that goes into them. */
const partOf = async (
  block: Exclude<MailBlock, { readonly kind: 'rows' | 'picture' }>,
): Promise<readonly [sample: MailBlock, values: readonly string[]]> => {
  switch (block.kind) {
    case 'paragraph':
      return [{ ...block, text: slot(0) }, [escapedHtml(block.text)]]
    case 'section':
      return [{ ...block, title: slot(0) }, [escapedHtml(block.title)]]
    case 'lines':
      return [{ ...block, lines: [slot(0)] }, [block.lines.map(escapedHtml).join('<br/>')]]
    case 'button':
      return [{ ...block, label: slot(0), href: slot(1) }, [block.label, block.href].map(escapedHtml)]
    case 'link': {
      const { before, label, href, after } = block
      const sample = { ...block, before: slot(0), label: slot(1), href: slot(2), after: slot(3) }
      return [sample, [before, label, href, after].map(escapedHtml)]
    }
    case 'text':
      return [{ ...block, pieces: [{ text: slot(0) }] }, [await joined(block.pieces.map(fillPiece))]]
    case 'divider':
      return [block, []]
    default:
      return block satisfies never
  }
}

const fillBlock = async (block: MailBlock): Promise<string> => {
  // Such a mail has no shells; its pictures would be announced in the head.
  if (block.kind === 'picture') return draw(blockElement(block))
  if (block.kind === 'rows') return `${await tableStart()}${await joined(block.rows.map(fillRow))}${tableEnd}`
  const [sample, values] = await partOf(block)
  const name = block.kind === 'text' ? `text ${block.look}` : block.kind
  return filled(await shellOf(name, () => blockElement(sample)), values)
}

/** The same HTML as `drawMail`, from shells that React has drawn once: for a mail that `hasShells`. */
const fillMail = async (document: MailDocument): Promise<string> => {
  const { locale, subject, preview, heading, blocks } = document
  const page = { subject: slot(0), preview: slot(1), heading: slot(2), blocks: [], reason: slot(4) }
  const shell = await shellOf(`page ${locale}`, () => pageElement({ ...document, ...page }, [slot(3)]))
  const parts = await joined(blocks.map(fillBlock))
  const values = [...[subject, preview, heading].map(escapedHtml), parts, escapedHtml(reasonOf(document))]
  return `${doctype}${filled(shell, values)}`
}

/** Draws a mail in both forms. */
export const renderMail = async (document: MailDocument): Promise<MailContent> => {
  const html = hasShells(document) ? await fillMail(document) : await drawMail(document)
  const text = [document.heading, ...document.blocks.map(blockText), '--', footerOf(document)].join('\n\n')
  return { subject: document.subject, html, text: `${text}\n` }
}
