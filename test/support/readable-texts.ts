/** What a reader gets of a page besides its text: names of controls, and what stands for a picture. */
const readAttributes = /\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g

/** What no reader sees, and what says that it is in another language than the page. */
const unseen = /<(script|style|svg|template|noscript)\b.*?<\/\1>|<!--.*?-->|<head\b.*?<\/head>/gs

const decoded = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')

/** HTML without the elements that name their own language, whatever is nested in them. */
const withoutOtherLanguages = (html: string): string => {
  const opening = /<(\w+)\b[^>]*\slang="[^"]*"[^>]*>/.exec(html)
  if (opening === null) return html
  const [whole, tag = ''] = opening
  const tags = new RegExp(`<(/?)${tag}\\b[^>]*>`, 'g')
  tags.lastIndex = opening.index + whole.length
  let depth = 1
  let end = html.length
  for (let found = tags.exec(html); depth > 0 && found !== null; found = tags.exec(html)) {
    depth += found[1] === '' ? 1 : -1
    if (depth === 0) end = found.index + found[0].length
  }
  return `${html.slice(0, opening.index)}${withoutOtherLanguages(html.slice(end))}`
}

/** The texts of a page that its readers get, in the language of the page. */
export const textsOf = (page: string): string[] => {
  const body = page.slice(Math.max(0, page.indexOf('<body'))).replaceAll(unseen, '')
  const html = withoutOtherLanguages(body)
  const attributes = [...html.matchAll(readAttributes)].map(([, text = '']) => text)
  const nodes = html.split(/<[^>]*>/)
  return [...nodes, ...attributes].map((text) => decoded(text).trim()).filter((text) => text !== '')
}

/** Whether words in plain letters are left of a text when names, addresses and codes are taken out. */
export const isReadable = (text: string, names: readonly RegExp[]): boolean =>
  /[A-Za-z]{3,}/.test(names.reduce((rest, name) => rest.replaceAll(name, ' '), text))
