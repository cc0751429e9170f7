import type { DeskLinkClicks } from '../campaign-endpoints.ts'
import { numberText } from './campaign-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { Bar } from './parts/bar.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'

interface Row {
  readonly name: string
  readonly readers: number
  /** Of the readers whose clicks are counted, or of the clicks of all days. */
  readonly share: number
}

const sumOf = (clicks: readonly DeskLinkClicks[]): number =>
  clicks.reduce((sum, { readers }) => sum + readers, 0)

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

const columnsOf = (name: string, figure: string, share: string): readonly Column<Row>[] => [
  { name, cell: (row) => row.name, fills: true, wraps: true },
  { name: figure, cell: ({ readers }) => numberText(readers), isFigure: true },
  { name: share, cell: (row) => `${(row.share * 100).toFixed(1)}%`, isFigure: true },
  { name: 'Chart', cell: (row) => <Bar share={row.share} />, isWide: true },
]

const linkColumns = columnsOf('Link', 'Readers', 'Of those counted')
const dayColumns = columnsOf('Day', 'First clicks', 'Of all')

interface CampaignClicksProps {
  readonly id: string
  /** Readers whose clicks are counted. */
  readonly counted: number
  readonly links: readonly string[]
  readonly clicks: readonly DeskLinkClicks[]
}

/** What readers followed, by link and by day; nothing for a campaign whose clicks nobody allows to count. */
export const CampaignClicks = ({ id, counted, links, clicks }: CampaignClicksProps) => {
  if (links.length === 0 || counted === 0) return null
  const byLink = links.map((href): Row => {
    const readers = sumOf(clicks.filter((one) => one.href === href))
    return { name: href, readers, share: shareOf(readers, counted) }
  })
  const all = sumOf(clicks)
  const byDay = [...Map.groupBy(clicks, ({ day }) => day)].map(([day, own]): Row => {
    const readers = sumOf(own)
    return { name: dayText(day), readers, share: shareOf(readers, all) }
  })
  return (
    <>
      <Section
        title="Clicks by link"
        aside={<ActionLink href={`/desk/newsletters/${id}/clicks.csv`}>Export CSV</ActionLink>}
      >
        <DataTable
          label="Readers of each link"
          isInside
          rows={byLink}
          keyOf={({ name }) => name}
          columns={linkColumns}
        />
      </Section>
      {byDay.length === 0 ? null : (
        <Section title="Clicks by day">
          <DataTable
            label="First clicks on each day"
            isInside
            rows={byDay}
            keyOf={({ name }) => name}
            columns={dayColumns}
          />
        </Section>
      )}
    </>
  )
}
