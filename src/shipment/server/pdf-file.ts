import { inflateSync } from 'node:zlib'
import { PdfReader, UnreadablePdf } from './pdf-value.ts'
import type { PdfDictionary, PdfValue } from './pdf-value.ts'

/** An object of a file, with the bytes of its stream as they are there; null for one without a stream. */
export interface PdfObject {
  readonly value: PdfValue
  readonly stream: string | null
}

/** Where an object is: at a byte of the file, or in a stream of objects. */
type Place = { readonly at: number } | { readonly within: number; readonly index: number }

interface Section {
  readonly trailer: PdfDictionary
  readonly places: ReadonlyMap<number, Place>
}

/** More than labels need; what unpacks to more is refused. */
const maxUnpacked = 32 * 1024 * 1024

const noFile = (problem: string): never => {
  throw new UnreadablePdf(problem)
}

const integerIn = (value: PdfValue | undefined): number | null =>
  value?.kind === 'plain' && /^\d{1,10}$/.test(value.text) ? Number(value.text) : null

const integersIn = (value: PdfValue | undefined): readonly number[] | null =>
  value?.kind === 'array' ? value.items.map((item) => integerIn(item) ?? noFile('a number is missing')) : null

/** Rows with a byte in front that says how they were predicted: not at all, or from the row above, as writers do for tables. */
const withoutPrediction = (bytes: Buffer, columns: number): Buffer => {
  const rows = Math.floor(bytes.length / (columns + 1))
  const plain = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row += 1) {
    const how = bytes[row * (columns + 1)]
    if (how !== 0 && how !== 2) noFile('its table is packed in a way that is not known here')
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      const above = how === 2 && row > 0 ? (plain[at - columns] ?? 0) : 0
      plain[at] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + above
    }
  }
  return plain
}

const unpacked = ({ value, stream }: PdfObject): Buffer => {
  if (value.kind !== 'dictionary' || stream === null) return noFile('a stream is missing')
  const filter = value.entries.get('/Filter')
  const names = filter?.kind === 'array' ? filter.items : filter ? [filter] : []
  const bytes = Buffer.from(stream, 'latin1')
  if (names.length === 0) return bytes
  const [only] = names
  if (names.length > 1 || only?.kind !== 'plain' || only.text !== '/FlateDecode')
    return noFile('its objects are packed in a way that is not known here')
  let inflated: Buffer
  try {
    inflated = inflateSync(bytes, { maxOutputLength: maxUnpacked })
  } catch {
    return noFile('a packed part of it is damaged')
  }
  const given = value.entries.get('/DecodeParms')
  const how = given?.kind === 'array' ? given.items[0] : given
  const settings = how?.kind === 'dictionary' ? how.entries : new Map<string, PdfValue>()
  return (integerIn(settings.get('/Predictor')) ?? 1) < 10
    ? inflated
    : withoutPrediction(inflated, integerIn(settings.get('/Columns')) ?? 1)
}

/** A table of the classic form: `xref`, with 20 bytes for each object (7.5.4). */
const readTable = (reader: PdfReader): Section => {
  const places = new Map<number, Place>()
  while (!reader.take(/trailer/y)) {
    const head = reader.take(/(\d+) +(\d+)/y) ?? noFile('its table of objects is damaged')
    const first = Number(head[1])
    for (let index = 0; index < Number(head[2]); index += 1) {
      const entry = reader.take(/(\d{10}) (\d{5}) ([nf])/y) ?? noFile('its table of objects is damaged')
      if (entry[3] === 'n') places.set(first + index, { at: Number(entry[1]) })
    }
  }
  const trailer = reader.value()
  return trailer.kind === 'dictionary' ? { trailer, places } : noFile('its trailer is damaged')
}

/** A table that is a stream (7.5.8). */
const readPackedTable = (object: PdfObject): Section => {
  const trailer = object.value
  if (trailer.kind !== 'dictionary') return noFile('its table of objects is damaged')
  const bytes = unpacked(object)
  const [typeWidth = 0, placeWidth = 0, indexWidth = 0] = integersIn(trailer.entries.get('/W')) ?? []
  const width = typeWidth + placeWidth + indexWidth
  if (width === 0 || Math.max(typeWidth, placeWidth, indexWidth) > 6)
    noFile('its table of objects is damaged')
  const size = integerIn(trailer.entries.get('/Size')) ?? 0
  const ranges = integersIn(trailer.entries.get('/Index')) ?? [0, size]
  const places = new Map<number, Place>()
  const numberAt = (at: number, length: number): number => (length === 0 ? 0 : bytes.readUIntBE(at, length))
  let at = 0
  for (let range = 0; range + 1 < ranges.length; range += 2)
    for (
      let count = 0;
      count < (ranges[range + 1] ?? 0) && at + width <= bytes.length;
      count += 1, at += width
    ) {
      const type = typeWidth === 0 ? 1 : numberAt(at, typeWidth)
      const place = numberAt(at + typeWidth, placeWidth)
      const number = (ranges[range] ?? 0) + count
      if (type === 1) places.set(number, { at: place })
      if (type === 2)
        places.set(number, { within: place, index: numberAt(at + typeWidth + placeWidth, indexWidth) })
    }
  return { trailer, places }
}

/** A PDF file whose objects are read when they are asked for. Throws `UnreadablePdf`. */
export class PdfFile {
  readonly #text: string
  readonly #places = new Map<number, Place>()
  readonly #packed = new Map<number, readonly PdfValue[]>()
  /** How many streams are being read, each for the length of the one before. */
  #open = 0
  readonly root: PdfValue

  constructor(bytes: Uint8Array) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const begin = text.indexOf('%PDF-')
    if (begin === -1) noFile('it is no PDF')
    this.#text = text.slice(begin)
    this.root = this.#readTables()
  }

  /** The object with a number; `null` of PDF for one that is not there. */
  object(number: number): PdfObject {
    const place = this.#places.get(number)
    if (!place) return { value: { kind: 'plain', text: 'null' }, stream: null }
    if ('at' in place) return this.#objectAt(place.at)
    const value = this.#valuesWithin(place.within)[place.index]
    return value ? { value, stream: null } : noFile(`object ${number} is missing`)
  }

  /** What a value stands for: the object itself of a reference. */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    return value?.kind === 'reference' ? this.object(value.number).value : value
  }

  /** All tables, the newest first, which counts; returns the root of the newest. */
  #readTables(): PdfValue {
    const end = new PdfReader(this.#text, Math.max(0, this.#text.lastIndexOf('startxref')))
    const newest = end.take(/startxref/y) && end.take(/\d{1,10}/y)
    const next = [Number((newest ?? noFile('its end is missing'))[0])]
    const seen = new Set<number>()
    let root: PdfValue | undefined
    for (let at = next.shift(); at !== undefined; at = next.shift()) {
      if (seen.has(at)) continue
      seen.add(at)
      const reader = new PdfReader(this.#text, at)
      const { trailer, places } = reader.take(/xref/y)
        ? readTable(reader)
        : readPackedTable(this.#objectAt(at))
      if (trailer.entries.has('/Encrypt')) noFile('it is encrypted')
      for (const [number, place] of places) if (!this.#places.has(number)) this.#places.set(number, place)
      root ??= trailer.entries.get('/Root')
      for (const name of ['/XRefStm', '/Prev']) {
        const earlier = integerIn(trailer.entries.get(name))
        if (earlier !== null) next.push(earlier)
      }
    }
    return root ?? noFile('its root is missing')
  }

  #objectAt(at: number): PdfObject {
    const reader = new PdfReader(this.#text, at)
    if (!reader.take(/\d+\s+\d+\s+obj/y)) noFile(`there is no object at byte ${at}`)
    const value = reader.value()
    if (value.kind !== 'dictionary' || !reader.take(/stream(?:\r\n|\n)/y)) return { value, stream: null }
    const start = reader.at
    if (this.#open > 3) noFile('a stream has no length')
    this.#open += 1
    const length = integerIn(this.resolve(value.entries.get('/Length'))) ?? noFile('a stream has no length')
    this.#open -= 1
    const after = new PdfReader(this.#text, start + length)
    if (!after.take(/endstream/y)) noFile('a stream has another length than it says')
    return { value, stream: this.#text.slice(start, start + length) }
  }

  #valuesWithin(number: number): readonly PdfValue[] {
    const known = this.#packed.get(number)
    if (known) return known
    const place = this.#places.get(number)
    const object = place && 'at' in place ? this.#objectAt(place.at) : noFile(`object ${number} is missing`)
    const entries = object.value.kind === 'dictionary' ? object.value.entries : new Map<string, PdfValue>()
    const first = integerIn(entries.get('/First')) ?? noFile('a stream of objects is damaged')
    const text = unpacked(object).toString('latin1')
    const head = [...text.slice(0, first).matchAll(/(\d+)\s+(\d+)/g)]
    const values = head.map((pair) => new PdfReader(text, first + Number(pair[2])).value())
    this.#packed.set(number, values)
    return values
  }
}
