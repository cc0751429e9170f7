import { brand } from '#shared/brand.ts'
import { countries, countryName } from '#location/rules/countries.ts'
import { regionsOf } from '#location/rules/regions.ts'

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

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2031, month, 1)).toLocaleString('de-DE', { month: 'long', timeZone: 'UTC' }),
)

const currencyNames = new Intl.DisplayNames('de-DE', { type: 'currency' })

/** Names of months and places in the pseudo-locale's formats, of languages, firms and the people of the tests. */
const properNames = [
  ...monthNames,
  ...countries().flatMap(({ code, name }) => [name, countryName(code, 'de'), ...regionsOf(code).map((one) => one.name)]),
  ...brand.locales.map(({ name }) => name),
  ...brand.currencies.flatMap(({ code }) => [code, currencyNames.of(code) ?? code]),
  'Mara', 'Ito', 'Alder Way', 'Portland', 'Visa', 'Link', 'Google', 'Facebook', 'Linkedin', 'Sandbox carrier',
] // prettier-ignore

/** Addresses, codes, and names. */
export const namesIn: readonly RegExp[] = [
  /https?:\/\/\S+|\S+@\S+|\B\/[\w/-]+/g,
  /\b[A-Z][A-Z0-9]{9}\b|\b[A-Z0-9-]*\d[A-Z0-9-]{5,}\b|\b[A-Z]{2,4}\d{4}[A-Z]\b/g,
  new RegExp(
    properNames
      .map((name) => RegExp.escape(name))
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'g',
  ),
]
