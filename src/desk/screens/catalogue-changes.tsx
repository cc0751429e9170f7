import type { DeskCatalogueChanges } from '../catalogue-endpoints.ts'
import { fieldLabel, valueText } from './catalogue-fields.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'

type Change = DeskCatalogueChanges[number]

const columns: readonly Column<Change>[] = [
  { name: 'Field', cell: ({ field }) => fieldLabel(field) },
  { name: 'Before', cell: ({ before }) => valueText(before), isQuiet: true, wraps: true },
  { name: 'After', cell: ({ after }) => valueText(after), fills: true },
]

/** The id of a plan says nothing to people, and a new entry has fields that say nothing. */
const isShown = ({ field, before, after }: Change): boolean =>
  field !== 'plan.id' && valueText(before) !== valueText(after)

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
    rows={changes.filter(isShown)}
    keyOf={({ field }) => field}
    columns={columns}
    isInside
  />
)
