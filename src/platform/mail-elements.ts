import { createElement } from 'react'
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { sampleColors } from '#shared/brand-colors.ts'
import type { SchemeColors } from '#shared/brand-colors.ts'
import '#shared/brand-mark.ts'
import { brand } from '#shared/brand.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { MailBlock, MailDocument, MailPiece } from './mail-document.ts'
import { mailFrameMessages } from './messages/mail-frame-messages.ts'
import { mailButton, mailColumn, mailLink } from './mail-parts.ts'

const family = "'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** As mails had them before brands had colors: six capital digits. */
const written = ({ accent, onAccent, link }: SchemeColors): SchemeColors => ({
  accent: accent.toUpperCase(),
  onAccent: onAccent.toUpperCase(),
  link: link.toUpperCase(),
})

const colors = brand.colors ?? sampleColors
const [light, dark] = [written(colors.light), written(colors.dark)]

/** The design's roles as inline styles, which is all that every mail program reads. */
const styles = {
  preview: { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 },
  body: { margin: 0, backgroundColor: '#F4F5F1', color: '#1C1813', fontFamily: family },
  container: { maxWidth: '560px', margin: '0 auto', padding: '32px 20px 48px' },
  mark: { margin: '0 0 40px', fontSize: '20px', lineHeight: '24px', fontWeight: 500, letterSpacing: '-0.02em' },
  sign: { verticalAlign: 'middle', border: 0 },
  heading: { margin: '0 0 24px', fontSize: '34px', lineHeight: '36px', fontWeight: 450, letterSpacing: '-0.03em', textWrap: 'balance' },
  section: { margin: '32px 0 12px', fontSize: '20px', lineHeight: '25px', fontWeight: 500, letterSpacing: '-0.01em' },
  text: { margin: '0 0 16px', fontSize: '17px', lineHeight: '26px' },
  table: { width: '100%', borderCollapse: 'collapse', borderTop: '1px solid #1C1813', margin: '0 0 16px' },
  label: { padding: '10px 12px 10px 0', textAlign: 'left', verticalAlign: 'top', fontWeight: 400, fontSize: '17px', lineHeight: '24px', borderBottom: '1px solid #C6CABE' },
  value: { padding: '10px 0', textAlign: 'right', verticalAlign: 'top', fontSize: '17px', lineHeight: '24px', borderBottom: '1px solid #C6CABE' },
  oneLine: { whiteSpace: 'nowrap' },
  button: { margin: '8px 0 24px', borderRadius: '2px', backgroundColor: light.accent, color: light.onAccent, fontSize: '17px', lineHeight: '22px', fontWeight: 500 },
  link: { color: light.link, textDecoration: 'underline' },
  quotation: { margin: '24px 0', padding: '0 0 0 16px', borderLeft: `3px solid ${light.accent}`, fontSize: '20px', lineHeight: '30px' },
  fine: { margin: '0 0 16px', color: '#5B5E53', fontSize: '15px', lineHeight: '22px' },
  picture: { display: 'block', width: '100%', height: 'auto', border: 0 },
  divider: { width: '100%', margin: '32px 0', border: 'none', borderTop: '1px solid #C6CABE' },
  rule: { width: '100%', margin: '40px 0 16px', border: 'none', borderTop: '1px solid #C6CABE' },
  small: { margin: 0, color: '#5B5E53', fontSize: '15px', lineHeight: '22px' },
} as const satisfies Record<string, CSSProperties> // prettier-ignore

/** Of the button, in pixels. */
const buttonPadding = { vertical: 15, horizontal: 20 }

/** For mail programs that know dark mode; the others show the light colors above. */
const darkStyles = `
@media (prefers-color-scheme: dark) {
  .page { background-color: #15120E !important; color: #ECEDE6 !important; }
  .rows { border-top-color: #ECEDE6 !important; }
  .cell { border-bottom-color: #3B362D !important; }
  .rule { border-top-color: #3B362D !important; }
  .primary { background-color: ${dark.accent} !important; color: ${dark.onAccent} !important; }
  .link { color: ${dark.link} !important; }
  .quiet { color: #A9AC9F !important; }
}`

export const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Why a mail was sent. */
export const reasonOf = ({ reason, locale = defaultLocale }: MailDocument): string =>
  reason ?? mailFrameMessages.in(locale)('activity', { brand: brand.name })

/** Why a mail was sent, and where to ask. */
export const footerOf = (document: MailDocument): string => {
  const t = mailFrameMessages.in(document.locale ?? defaultLocale)
  return `${reasonOf(document)} ${t('questions', { email: brand.supportEmail })}`
}

/** A short amount or name does not wrap, however long the other side of its row is. */
const noWrapUpTo = (text: string, maxLength: number) => (text.length > maxLength ? {} : styles.oneLine)

const rowsElement = ({ rows }: Extract<MailBlock, { kind: 'rows' }>): ReactElement => {
  const cells = rows.map(({ label, value, strong }, position) => {
    const weight = strong === true ? { fontWeight: 600 } : {}
    return createElement(
      'tr',
      { key: position },
      createElement(
        'th',
        { scope: 'row', className: 'cell', style: { ...styles.label, ...noWrapUpTo(label, 12), ...weight } },
        label,
      ),
      createElement(
        'td',
        { className: 'cell', style: { ...styles.value, ...noWrapUpTo(value, 16), ...weight } },
        value,
      ),
    )
  })
  return createElement(
    'table',
    { className: 'rows', style: styles.table },
    createElement('tbody', null, ...cells),
  )
}

const paragraph = (...children: readonly ReactNode[]): ReactElement =>
  createElement('p', { style: styles.text }, ...children)

const linesOf = (lines: readonly string[]): readonly ReactNode[] =>
  lines.flatMap((line, position) => (position === 0 ? [line] : [createElement('br'), line]))

/** A link or a piece in italics. */
export const pieceElement = ({ text, href }: MailPiece): ReactElement =>
  href === undefined
    ? createElement('em', null, text)
    : mailLink(href, text, { className: 'link', style: styles.link })

/** Whether a piece of text is more than its text. */
export const isMarked = ({ href, isItalic }: MailPiece): boolean => href !== undefined || isItalic === true

const pieceNodes = (pieces: readonly MailPiece[]): readonly ReactNode[] =>
  pieces.map((piece) => (isMarked(piece) ? pieceElement(piece) : piece.text))

const looks: Readonly<
  Record<
    'paragraph' | 'quotation' | 'small',
    { tag: string; style: CSSProperties; className: string | undefined }
  >
> = {
  paragraph: { tag: 'p', style: styles.text, className: undefined },
  quotation: { tag: 'blockquote', style: styles.quotation, className: undefined },
  small: { tag: 'p', style: styles.fine, className: 'quiet' },
}

const textElement = ({ look, pieces }: Extract<MailBlock, { kind: 'text' }>): ReactElement => {
  const { tag, ...attributes } = looks[look]
  return createElement(tag, attributes, ...pieceNodes(pieces))
}

const pictureElement = ({
  src,
  alt,
  width,
  height,
  href,
}: Extract<MailBlock, { kind: 'picture' }>): ReactElement => {
  const picture = createElement('img', { src, alt, width, height, style: styles.picture })
  const shown = href === null ? picture : createElement('a', { href, target: '_blank' }, picture)
  return createElement('p', { style: styles.text }, shown)
}

/** A part of a mail as an element. */
export const blockElement = (block: MailBlock): ReactElement => {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(block.text)
    case 'section':
      return createElement('h2', { style: styles.section }, block.title)
    case 'rows':
      return rowsElement(block)
    case 'lines':
      return paragraph(...linesOf(block.lines))
    case 'button':
      return mailButton(
        block.href,
        block.label,
        { className: 'primary', style: styles.button },
        buttonPadding,
      )
    case 'link': {
      const link = mailLink(block.href, block.label, { className: 'link', style: styles.link })
      return paragraph(block.before, link, block.after)
    }
    case 'text':
      return textElement(block)
    case 'picture':
      return pictureElement(block)
    case 'divider':
      return createElement('hr', { className: 'rule', style: styles.divider })
    default:
      return block satisfies never
  }
}

const headElement = (subject: string): ReactElement =>
  createElement(
    'head',
    null,
    createElement('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
    // Apple's Mail makes the text of mails for phones smaller otherwise.
    createElement('meta', { name: 'x-apple-disable-message-reformatting' }),
    createElement('title', null, subject),
    createElement('meta', { name: 'color-scheme', content: 'light dark' }),
    createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    createElement('style', null, darkStyles),
  )

/** The mark before the name, where the shop knows its own address; not announced in the head. */
const markNodes = (): readonly ReactNode[] => {
  const address = globalThis.shopMark?.address ?? null
  if (address === null) return []
  const picture = {
    src: `${address}/icon-192.png`,
    alt: '',
    width: 24,
    height: 24,
    loading: 'lazy',
    style: styles.sign,
  }
  return [createElement('img', { key: 'mark', ...picture }), ' ']
}

/** A whole mail; `parts` are its blocks. */
export const pageElement = (document: MailDocument, parts: readonly ReactNode[]): ReactElement => {
  const { subject, preview, heading } = document
  const content = mailColumn(
    styles.container,
    createElement('p', { style: styles.mark }, ...markNodes(), brand.name),
    createElement('h1', { style: styles.heading }, heading),
    ...parts,
    createElement('hr', { className: 'rule', style: styles.rule }),
    createElement('p', { className: 'quiet', style: styles.small }, footerOf(document)),
  )
  const hidden = createElement('div', { style: styles.preview }, preview)
  const body = createElement('body', { className: 'page', style: styles.body }, hidden, content)
  return createElement(
    'html',
    { lang: document.locale ?? defaultLocale, dir: 'ltr' },
    headElement(subject),
    body,
  )
}
