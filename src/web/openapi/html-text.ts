import { ownValue } from '#shared/own-value.ts'
/** Text that is HTML already, as a type of its own. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ownValue(names, sign) ?? sign)

/** A template of HTML: inserted values are escaped, unless they are HTML themselves. */
export const html = (parts: TemplateStringsArray, ...values: readonly (Html | string | number)[]): Html =>
  new Html(
    parts.reduce((text, part, position) => {
      const value = values[position - 1] ?? ''
      return `${text}${value instanceof Html ? value.text : escaped(String(value))}${part}`
    }),
  )

export const joined = (pieces: readonly Html[]): Html => new Html(pieces.map(({ text }) => text).join(''))

export const rawHtml = ({ text }: Html): string => text

/** Text in which `backticks` mark code, as descriptions of the document carry it. */
export const withCode = (text: string): Html =>
  joined(
    text
      .split('`')
      .map((piece, position) => (position % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`)),
  )
