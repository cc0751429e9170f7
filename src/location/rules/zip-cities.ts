/** Where a postal code is, as the post writes it. */
export interface ZipPlace {
  readonly city: string
  /** The code of the region. */
  readonly region: string
}

/** The lines of the data file by the first three digits; several where a border runs through them. */
export type ZipCities = ReadonlyMap<string, readonly string[]>

const lineShape = /^(\d{3}) [A-Z]{2} \d{2}/

/** Reads the data file: `902 CA 10-12 Beverly Hills;32,34 Culver City`. A line of another shape is a RangeError. */
export const readZipCities = (text: string): ZipCities => {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const byStart = new Map<string, string[]>()
  for (const line of lines) {
    const start = lineShape.exec(line)?.[1]
    if (start === undefined) throw new RangeError(`not a line of zip codes: ${line.slice(0, 40)}`)
    byStart.set(start, [...(byStart.get(start) ?? []), line])
  }
  return byStart
}

const covers = (runs: string, end: string): boolean =>
  runs.split(',').some((run) => {
    const [from = '', to = from] = run.split('-')
    return end >= from && end <= to
  })

const placeInLine = (line: string, end: string): ZipPlace | null => {
  const region = line.slice(4, 6)
  for (const entry of line.slice(7).split(';')) {
    const space = entry.indexOf(' ')
    if (covers(entry.slice(0, space), end)) return { city: entry.slice(space + 1), region }
  }
  return null
}

/** The place of a US zip code, of five digits or nine; null for one that is not in the file. */
export const placeOfZip = (cities: ZipCities, zip: string): ZipPlace | null => {
  const [, start = '', end = ''] = /^\s*(\d{3})(\d{2})(?:-\d{4})?\s*$/.exec(zip) ?? []
  const places = (cities.get(start) ?? []).map((line) => placeInLine(line, end))
  return places.find((place) => place !== null) ?? null
}
