/** One table of the report: every row has a definition, so that nobody has to guess what a number counts. */
export interface Section {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly name: string
    readonly definition: string
    /** One for each column, as shown. */
    readonly values: readonly string[]
  }[]
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length))

const tableOf = ({ columns, rows }: Section): string[] => {
  const names = widest(rows.map(({ name }) => name))
  const widths = columns.map((column, at) => widest([column, ...rows.map(({ values }) => values[at] ?? '')]))
  const line = (name: string, values: readonly string[]): string =>
    [name.padEnd(names), ...widths.map((width, at) => (values[at] ?? '').padStart(width))]
      .join('  ')
      .trimEnd()
  return [line('', columns), ...rows.map(({ name, values }) => line(name, values))]
}

/** What the rows count; rows with the same definition share it. */
export const definitionsOf = ({
  rows,
}: {
  readonly rows: readonly { readonly name: string; readonly definition: string }[]
}): readonly { readonly name: string; readonly definition: string }[] =>
  [...Map.groupBy(rows, ({ definition }) => definition)].map(([definition, [first, ...others]]) => ({
    name: others.length > 0 ? 'Each row' : (first?.name ?? ''),
    definition,
  }))

/** A section for a terminal: the table, then the definition of each row. */
export const sectionText = (section: Section): string => {
  const table = tableOf(section).map((line) => `  ${line}`)
  const definitions = definitionsOf(section).map(({ name, definition }) => `  ${name}: ${definition}`)
  return [section.title, '', ...table, '', ...definitions].join('\n')
}

/** A number with its share of another, in whole percent; without a share if the other is zero. */
export const share = (part: number, total: number): string =>
  total === 0 ? String(part) : `${part} (${Math.round((part / total) * 100)} %)`
