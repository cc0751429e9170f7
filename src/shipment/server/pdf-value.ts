/** A value of a PDF file (ISO 32000-1, 7.3). Numbers, names and strings stay as they are written. */
export type PdfValue =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'reference'; readonly number: number }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | PdfDictionary

export interface PdfDictionary {
  readonly kind: 'dictionary'
  /** By name, with its slash. */
  readonly entries: ReadonlyMap<string, PdfValue>
}

/** A file that cannot be read; its message says what is wrong with it. */
export class UnreadablePdf extends Error {}

const white = String.raw`\0\t\n\f\r `
const endOfWord = `(?![^${white}()<>[\\]{}/%])`
const gap = new RegExp(`(?:[${white}]|%[^\\r\\n]*)*`, 'y')
const reference = new RegExp(`(\\d+)[${white}]+\\d+[${white}]+R${endOfWord}`, 'y')
const plain = new RegExp(
  `/[^${white}()<>[\\]{}/%]*|<[\\da-fA-F${white}]*>|[+-]?(?:\\d+\\.?\\d*|\\.\\d+)|(?:true|false|null)${endOfWord}`,
  'y',
)

/** Deeper than any file that is meant to be read. */
const maxDepth = 60

/** Reads values one after the other; a file is taken as latin1, a character for a byte. */
export class PdfReader {
  readonly #text: string
  #at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.#at = at
  }

  /** Where the next value, or the byte after a word, begins. */
  get at(): number {
    return this.#at
  }

  /** What a sticky expression finds after white space and comments; null, and nothing is taken, for something else. */
  take(what: RegExp): RegExpExecArray | null {
    gap.lastIndex = this.#at
    gap.exec(this.#text)
    const start = gap.lastIndex
    what.lastIndex = start
    const found = what.exec(this.#text)
    if (found) this.#at = what.lastIndex
    return found
  }

  value(depth = 0): PdfValue {
    if (depth > maxDepth) throw new UnreadablePdf('its values are nested too deeply')
    if (this.take(/<</y)) return this.#dictionary(depth)
    if (this.take(/\[/y)) return this.#array(depth)
    if (this.take(/\(/y)) return { kind: 'plain', text: this.#string() }
    const number = this.take(reference)?.[1]
    if (number !== undefined) return { kind: 'reference', number: Number(number) }
    const text = this.take(plain)?.[0]
    if (text === undefined) throw new UnreadablePdf(`there is no value at byte ${this.#at}`)
    return { kind: 'plain', text }
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>()
    while (!this.take(/>>/y)) {
      const name = this.value(depth + 1)
      if (name.kind !== 'plain' || !name.text.startsWith('/'))
        throw new UnreadablePdf(`a name is missing before byte ${this.#at}`)
      entries.set(name.text, this.value(depth + 1))
    }
    return { kind: 'dictionary', entries }
  }

  #array(depth: number): PdfValue {
    const items: PdfValue[] = []
    while (!this.take(/\]/y)) items.push(this.value(depth + 1))
    return { kind: 'array', items }
  }

  /** The rest of a string whose first parenthesis is taken; parentheses inside are in pairs, or behind a backslash. */
  #string(): string {
    const start = this.#at - 1
    let open = 1
    while (open > 0) {
      const char = this.#text[this.#at]
      if (char === undefined) throw new UnreadablePdf('a text does not end')
      if (char === '\\') this.#at += 1
      else if (char === '(') open += 1
      else if (char === ')') open -= 1
      this.#at += 1
    }
    return this.#text.slice(start, this.#at)
  }
}

/** A value as it is written into a file; `numberOf` gives the objects it refers to their numbers in that file. */
export const writePdfValue = (value: PdfValue, numberOf: (old: number) => number): string => {
  if (value.kind === 'plain') return value.text
  if (value.kind === 'reference') return `${numberOf(value.number)} 0 R`
  if (value.kind === 'array') return `[${value.items.map((item) => writePdfValue(item, numberOf)).join(' ')}]`
  const entries = [...value.entries].map(([name, item]) => `${name} ${writePdfValue(item, numberOf)}`)
  return `<< ${entries.join('\n')} >>`
}
