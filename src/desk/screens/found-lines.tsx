import type { FoundReturn } from './receive-page.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { ProductName } from './parts/mark.tsx'
import { DeskNote, Section } from './parts/section.tsx'

type Line = FoundReturn['lines'][number]

const columns: readonly Column<Line>[] = [
  { name: 'Line', cell: ({ name, product }) => <ProductName name={name} product={product} />, fills: true },
  { name: 'Announced', cell: ({ announced }) => announced, isFigure: true },
  { name: 'Back to stock', cell: ({ found }) => found?.restocked ?? '—', isFigure: true },
  { name: 'Written off', cell: ({ found }) => found?.written_off ?? '—', isFigure: true },
  { name: 'Note', cell: ({ found }) => found?.note ?? '', fills: true, isWide: true },
]

/** What was found in a package, and why it is not received now. */
export const FoundLines = ({ found, refusal }: { readonly found: FoundReturn; readonly refusal: string }) => (
  <>
    <DeskNote>
      <p>{refusal}</p>
    </DeskNote>
    <Section title="Contents">
      <DataTable
        label="What was found"
        isInside
        rows={found.lines.filter((line) => line.announced > 0 || line.found !== null)}
        keyOf={({ position }) => String(position)}
        columns={columns}
      />
      {found.other_contents === null ? null : <p>Not of the order: {found.other_contents}</p>}
      {found.message === null ? null : <p>The member was told: “{found.message}”</p>}
    </Section>
  </>
)
