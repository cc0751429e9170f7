import type { DeskCatalogueChanges } from '../catalogue-endpoints.ts'
import { fieldLabel, isShownChange, valueText } from '../rules/entry-words.ts'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'

type Change = DeskCatalogueChanges[number]

const columns: readonly Column<Change>[] = [
  { name: 'Field', cell: ({ field }) => fieldLabel(field), wraps: true },
  { name: 'Before', cell: ({ before }) => valueText(before), isQuiet: true, wraps: true },
  { name: 'After', cell: ({ after }) => valueText(after), fills: true, wraps: true },
]

/** The differences of an entry, field by field. */
export const ChangeTable = ({
  label,
  changes,
}: {
  readonly label: string
  readonly changes: DeskCatalogueChanges
}) => (
  <DataTable
    label={`${label}, field by field`}
    rows={changes.filter(isShownChange)}
    keyOf={({ field }) => field}
    columns={columns}
    isInside
  />
)
