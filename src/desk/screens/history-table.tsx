import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'

interface Version {
  readonly number: number
  readonly at: string
  readonly by: string
  readonly what: string
}

const columns: readonly Column<Version>[] = [
  { name: 'When', cell: ({ at }) => <Moment at={at} /> },
  { name: 'What', cell: ({ what }) => what, fills: true },
  { name: 'By', cell: ({ by }) => by, isQuiet: true, isShort: true },
]

/** What something said before, and who changed it; nothing for what no version has. */
export const HistoryTable = ({
  of: name,
  history,
}: {
  readonly of: string
  readonly history: readonly Version[]
}) =>
  history.length === 0 ? null : (
    <Section title="Versions">
      <DataTable
        label={`Versions of ${name}`}
        isInside
        rows={history}
        keyOf={({ number }) => String(number)}
        columns={columns}
      />
    </Section>
  )
