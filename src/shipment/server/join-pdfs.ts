import { PdfFile } from './pdf-file.ts'
import type { PdfObject } from './pdf-file.ts'
import { UnreadablePdf, writePdfValue } from './pdf-value.ts'
import type { PdfDictionary, PdfValue } from './pdf-value.ts'

/** What pages have from their parents (ISO 32000-1, 7.7.3.4). */
const inherited = ['/Resources', '/MediaBox', '/CropBox', '/Rotate']

/** What is printed of a page. Links, forms and the structure of its document stay behind. */
const printed = [...inherited, '/Contents', '/BleedBox', '/TrimBox', '/ArtBox', '/UserUnit', '/Group']

/** More than a label has. */
const maxPages = 50

type Entries = PdfDictionary['entries']

const plain = (text: string): PdfValue => ({ kind: 'plain', text })

const parentNumber = 2

/** The pages of a file in order, each with what it has from its parents. */
const pagesOf = (file: PdfFile): readonly Entries[] => {
  const pages: Entries[] = []
  const seen = new Set<number>()
  const visit = (value: PdfValue | undefined, above: Entries): void => {
    if (value?.kind === 'reference') {
      if (seen.has(value.number)) throw new UnreadablePdf('a page is in it twice')
      seen.add(value.number)
    }
    const node = file.resolve(value)
    if (node?.kind !== 'dictionary') throw new UnreadablePdf('a page is missing')
    const own = new Map([...above, ...node.entries])
    const kids = file.resolve(node.entries.get('/Kids'))
    if (kids?.kind !== 'array') return void pages.push(own)
    if (seen.size + kids.items.length > 2 * maxPages)
      throw new UnreadablePdf('it has more pages than a label')
    const handed = new Map([...own].filter(([name]) => inherited.includes(name)))
    for (const kid of kids.items) visit(kid, handed)
  }
  const root = file.resolve(file.root)
  visit(root?.kind === 'dictionary' ? root.entries.get('/Pages') : undefined, new Map())
  if (pages.length === 0 || pages.length > maxPages) throw new UnreadablePdf(`it has ${pages.length} pages`)
  return pages
}

/** Writes objects one after the other; numbers 1 and 2 are the root and the list of pages. */
class PdfWriter {
  readonly #parts: string[] = []
  #length = 0
  readonly #places: number[] = [0, 0, 0]

  constructor() {
    // Bytes above 127 tell programs that the file is not text.
    this.#add('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  }

  /** A number that is not used yet. */
  reserve(): number {
    return this.#places.push(0) - 1
  }

  write(number: number, body: string): void {
    this.#places[number] = this.#length
    this.#add(`${number} 0 obj\n${body}\nendobj\n`)
  }

  finish(): Uint8Array {
    const table = this.#length
    const rows = this.#places
      .slice(1)
      .map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
      .join('')
    const size = this.#places.length
    this.#add(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`)
    this.#add(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
    return Buffer.from(this.#parts.join(''), 'latin1')
  }

  #add(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
  }
}

const bodyOf = ({ value, stream }: PdfObject, numberOf: (old: number) => number): string => {
  if (value.kind !== 'dictionary' || stream === null) return writePdfValue(value, numberOf)
  const entries = new Map([...value.entries, ['/Length', plain(String(stream.length))] as const])
  return `${writePdfValue({ kind: 'dictionary', entries }, numberOf)}\nstream\n${stream}\nendstream`
}

/** Copies the pages of a file with what they need; returns their numbers. */
const copyPages = (writer: PdfWriter, bytes: Uint8Array): readonly number[] => {
  const file = new PdfFile(bytes)
  const numbers = new Map<number, number>()
  const waiting: number[] = []
  const numberOf = (old: number): number => {
    const known = numbers.get(old)
    if (known !== undefined) return known
    const made = writer.reserve()
    numbers.set(old, made)
    waiting.push(old)
    return made
  }
  const pages = pagesOf(file).map((own) => {
    const number = writer.reserve()
    const kept = [...own].filter(([name]) => printed.includes(name))
    const parent: PdfValue = plain(`${parentNumber} 0 R`)
    const entries = new Map([['/Type', plain('/Page')] as const, ['/Parent', parent] as const, ...kept])
    writer.write(number, writePdfValue({ kind: 'dictionary', entries }, numberOf))
    return number
  })
  for (let old = waiting.shift(); old !== undefined; old = waiting.shift())
    writer.write(numberOf(old), bodyOf(file.object(old), numberOf))
  return pages
}

/** The pages of all files in one, or which of them cannot be read, and why. */
export type JoinedPdf =
  | { readonly kind: 'joined'; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly index: number; readonly problem: string }

/** Joins PDF files to one with all of their pages, in order, as they are printed. */
export const joinPdfs = (files: readonly Uint8Array[]): JoinedPdf => {
  const writer = new PdfWriter()
  const pages: number[] = []
  for (const [index, bytes] of files.entries())
    try {
      pages.push(...copyPages(writer, bytes))
    } catch (thrown) {
      if (!(thrown instanceof UnreadablePdf)) throw thrown
      return { kind: 'unreadable', index, problem: thrown.message }
    }
  const kids = pages.map((number) => `${number} 0 R`).join(' ')
  writer.write(1, `<< /Type /Catalog /Pages ${parentNumber} 0 R >>`)
  writer.write(parentNumber, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  return { kind: 'joined', bytes: writer.finish() }
}
