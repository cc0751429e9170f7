import { IntlMessageFormat } from 'intl-messageformat'

type Elements = ReturnType<IntlMessageFormat['getAst']>
type Element = Elements[number]

const plainCharacters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accentedCharacters = 'áƀçđéƒǵĥíĵķĺɱñóƥɋŕšťúṽŵẋýžÁƁÇĐÉƑǴĤÍĴĶĹṀÑÓƤɊŔŠŤÚṼŴẊÝŽ'

const accents: ReadonlyMap<string, string> = new Map(
  plainCharacters.split('').map((character, at) => [character, accentedCharacters[at] ?? character]),
)

/** A text in characters with accents: `Cart` → `Çáŕť`. */
export const pseudoText = (text: string): string =>
  text
    .split('')
    .map((character) => accents.get(character) ?? character)
    .join('')

const pseudoElement = (element: Element): Element => {
  if ('children' in element) return { ...element, children: pseudoElements(element.children) }
  if ('options' in element) {
    const options = Object.entries(element.options).map(
      ([name, option]) => [name, { ...option, value: pseudoElements(option.value) }] as const,
    )
    return { ...element, options: Object.fromEntries(options) }
  }
  // Of the types with a value alone, the one of literal text.
  return Object.is(element.type, 0) && 'value' in element
    ? { ...element, value: pseudoText(element.value) }
    : element
}

const pseudoElements = (elements: Elements): Elements => elements.map(pseudoElement)

/** An ICU message in characters with accents; the names of its values and tags stay. */
export const pseudoMessage = (message: string): Elements =>
  pseudoElements(new IntlMessageFormat(message).getAst())

/** The same with its values filled in. */
export const pseudoTextOf = (message: string, values: Readonly<Record<string, string>>): string =>
  String(new IntlMessageFormat(pseudoMessage(message), 'en').format(values))
