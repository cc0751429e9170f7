/** Where a postal code is, as the post writes it. */
export interface ZipPlace {
  readonly city: string
  /** The code of the region; null in a country whose addresses name none. */
  readonly region: string | null
}

/** The lines of a data file by the first characters of their codes; several where a border runs through them. */
export type ZipCities = ReadonlyMap<string, readonly string[]>

const lineShape = /^([A-Z0-9]{1,6}) (?:[A-Z]{2,3}|-) [A-Z0-9]+(?:[,-][A-Z0-9]+)* \S/

/**
 * Reads a data file: `902 CA 10-12 Beverly Hills;32,34 Culver City`, with `-` for the region where there are none. A line of another
 * shape is a RangeError with its number.
 */
export const readZipCities = (text: string): ZipCities => {
  const byStart = new Map<string, string[]>()
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue
    const start = lineShape.exec(line)?.[1]
    if (start === undefined)
      throw new RangeError(`line ${at + 1}: not a line of postal codes: ${line.slice(0, 40)}`)
    const known = byStart.get(start)
    if (known) known.push(line)
    else byStart.set(start, [line])
  }
  return byStart
}

const covers = (runs: string, end: string): boolean =>
  runs.split(',').some((run) => {
    const [from = '', to = from] = run.split('-')
    return end.length === from.length && end >= from && end <= to
  })

const placeInLine = (line: string, end: string): ZipPlace | null => {
  const regionAt = line.indexOf(' ') + 1
  const entriesAt = line.indexOf(' ', regionAt) + 1
  const region = line.slice(regionAt, entriesAt - 1)
  for (const entry of line.slice(entriesAt).split(';')) {
    const space = entry.indexOf(' ')
    if (covers(entry.slice(0, space), end))
      return { city: entry.slice(space + 1), region: region === '-' ? null : region }
  }
  return null
}

const placeOfCode = (cities: ZipCities, code: string): ZipPlace | null => {
  for (let length = Math.min(6, code.length - 1); length > 0; length -= 1) {
    const end = code.slice(length)
    for (const line of cities.get(code.slice(0, length)) ?? []) {
      const place = placeInLine(line, end)
      if (place !== null) return place
    }
  }
  return null
}

const codeShape = /^[A-Z0-9]{2,10}(?:[ -][A-Z0-9]{1,5})?$/

/** The place of a postal code, or of its first part, such as `10001` of `10001-2345`; null for one that is not in the file. */
export const placeOfZip = (cities: ZipCities, zip: string): ZipPlace | null => {
  const code = zip.trim().toUpperCase()
  if (!codeShape.test(code)) return null
  const [first = ''] = code.split(/[ -]/)
  return placeOfCode(cities, code.replace(/[ -]/, '')) ?? placeOfCode(cities, first)
}
