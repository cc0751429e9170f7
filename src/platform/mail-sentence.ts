import type { MailBlock, MailPiece } from './mail-document.ts'

type Parts = readonly (string | MailPiece)[]

const textOf = (parts: Parts): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')

/** The link of a text with a tag: `t.rich('terms', { link: linkTo(url) })`. */
export const linkTo =
  (href: string) =>
  (inside: (string | MailPiece)[]): MailPiece => ({ text: textOf(inside), href })

/** The paragraph of a text with one link. */
export const linkBlock = (parts: Parts): MailBlock => {
  const at = parts.findIndex((part) => typeof part !== 'string')
  const link = parts[at]
  if (link === undefined || typeof link === 'string' || link.href === undefined)
    return { kind: 'paragraph', text: textOf(parts) }
  return {
    kind: 'link',
    before: textOf(parts.slice(0, at)),
    label: link.text,
    href: link.href,
    after: textOf(parts.slice(at + 1)),
  }
}
