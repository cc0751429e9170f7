import { createElement } from 'react'
import type { CSSProperties, ReactElement, ReactNode } from 'react'

interface Attributes {
  readonly className?: string
  readonly style: CSSProperties
}

/** A column of limited width in the middle: a table, because Outlook knows no `max-width` of a `div`. */
export const mailColumn = (style: CSSProperties, ...children: readonly ReactNode[]): ReactElement => {
  const { padding, ...tableStyle } = style
  const cell = createElement('td', { style: { padding } }, ...children)
  const row = createElement('tr', { style: { width: '100%' } }, cell)
  return createElement(
    'table',
    {
      align: 'center',
      width: '100%',
      border: 0,
      cellPadding: '0',
      cellSpacing: '0',
      role: 'presentation',
      style: tableStyle,
    },
    createElement('tbody', null, row),
  )
}

/** A link that opens beside the mailbox. */
export const mailLink = (href: string, label: string, attributes: Attributes): ReactElement =>
  createElement('a', { href, target: '_blank', ...attributes }, label)

/** What only Outlook reads: it draws no padding of a link, but wide characters and raised text. */
const outlookSpace = (style: string, characters: string): ReactElement => {
  const html = `<!--[if mso]><i style="${style}" hidden>${characters}</i><![endif]-->`
  return createElement('span', { dangerouslySetInnerHTML: { __html: html } })
}

const pointsPerPixel = 0.75

/** Outlook's wide characters: hair spaces at five times their width, 10 px each. */
const wideSpaces = (px: number): string => '&#8202;'.repeat(Math.round(px / 10))

/** A link that looks like a button, with its padding in Outlook too; pixels. */
export const mailButton = (
  href: string,
  label: string,
  { className, style }: Attributes,
  padding: { readonly vertical: number; readonly horizontal: number },
): ReactElement => {
  const { vertical, horizontal } = padding
  const raised = vertical * pointsPerPixel
  // CSS of Outlook, which React's types do not know.
  const outlook = { msoPaddingAlt: '0px', msoTextRaise: `${raised}px` }
  const content: CSSProperties & typeof outlook = {
    maxWidth: '100%',
    display: 'inline-block',
    lineHeight: '120%',
    ...outlook,
  }
  const outside: CSSProperties & { readonly msoPaddingAlt: string } = {
    ...style,
    display: 'inline-block',
    maxWidth: '100%',
    textDecoration: 'none',
    padding: `${vertical}px ${horizontal}px`,
    msoPaddingAlt: '0px',
  }
  return createElement(
    'a',
    { href, target: '_blank', className, style: outside },
    outlookSpace(`mso-font-width:500%;mso-text-raise:${2 * raised}px`, wideSpaces(horizontal)),
    createElement('span', { style: content }, label),
    outlookSpace('mso-font-width:500%', `${wideSpaces(horizontal)}&#8203;`),
  )
}
