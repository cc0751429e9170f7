import { createElement, type ReactElement } from 'react'
import { brand } from '#shared/brand.ts'
import type { MailContent } from '#platform/mail.ts'
import type { MailBlock, MailDocument } from './mail-document.ts'
import { darkStyles, styles } from './mail-styles.ts'

// 40 MiB and a quarter of a second: loaded when the first mail is drawn and not before.
const loadParts = () => import('react-email')
type Parts = Awaited<ReturnType<typeof loadParts>>

const footerOf = ({
  reason = `You get this mail because of what you did at ${brand.name}.`,
}: MailDocument): string => `${reason} Questions go to ${brand.supportEmail}.`

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

const blockElement = (parts: Parts, block: MailBlock): ReactElement => {
  const { Button, Heading, Link, Text } = parts
  switch (block.kind) {
    case 'paragraph':
      return createElement(Text, { style: styles.text }, block.text)
    case 'section':
      return createElement(Heading, { as: 'h2', style: styles.section }, block.title)
    case 'rows':
      return rowsElement(block)
    case 'lines': {
      const lines = block.lines.flatMap((line, position) =>
        position === 0 ? [line] : [createElement('br'), line],
      )
      return createElement(Text, { style: styles.text }, ...lines)
    }
    case 'button':
      return createElement(
        Button,
        { href: block.href, className: 'primary', style: styles.button },
        block.label,
      )
    case 'link': {
      const link = createElement(
        Link,
        { href: block.href, className: 'link', style: styles.link },
        block.label,
      )
      return createElement(Text, { style: styles.text }, block.before, link, block.after)
    }
    default:
      return block satisfies never
  }
}

const pageElement = (parts: Parts, document: MailDocument): ReactElement => {
  const { subject, preview, heading, blocks } = document
  const { Container, Head, Heading, Hr, Html, Text } = parts
  const head = createElement(
    Head,
    null,
    createElement('title', null, subject),
    createElement('meta', { name: 'color-scheme', content: 'light dark' }),
    createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    createElement('style', null, darkStyles),
  )
  const content = createElement(
    Container,
    { style: styles.container },
    createElement(Text, { style: styles.mark }, brand.name),
    createElement(Heading, { as: 'h1', style: styles.heading }, heading),
    ...blocks.map((block) => blockElement(parts, block)),
    createElement(Hr, { className: 'rule', style: styles.rule }),
    createElement(Text, { className: 'quiet', style: styles.small }, footerOf(document)),
  )
  // Not the package's Body: it renders a table cell of its own that the dark colors do not reach.
  const page = { className: 'page', style: styles.body }
  // Not the package's Preview: it writes a second title.
  const hidden = createElement('div', { style: styles.preview }, preview)
  const body = createElement('body', page, hidden, content)
  return createElement(Html, { lang: 'en', dir: 'ltr' }, head, body)
}

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
    default:
      return block satisfies never
  }
}

/** Draws a mail in both forms. */
export const renderMail = async (document: MailDocument): Promise<MailContent> => {
  const parts = await loadParts()
  const html = await parts.render(pageElement(parts, document))
  const text = [document.heading, ...document.blocks.map(blockText), '--', footerOf(document)].join('\n\n')
  return { subject: document.subject, html, text: `${text}\n` }
}
