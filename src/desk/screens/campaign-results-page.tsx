import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { copyLists } from '#newsletter/rules/delivery-report.ts'
import type { CopyList } from '#newsletter/rules/delivery-report.ts'
import { priceText } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { copyListWords } from '../rules/campaign-words.ts'
import { CampaignHead, loadCampaign, numberText } from './campaign-frame.tsx'
import type { DeskCampaign } from './campaign-frame.tsx'
import { viewCampaignClicks } from '../campaign-endpoints.ts'
import { CampaignClicks } from './campaign-clicks.tsx'
import { Bar } from './parts/bar.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Body } from './parts/layout.tsx'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async (args: LoaderFunctionArgs) => {
  const { call } = args.context.get(shopContext)
  const id = args.params['id'] ?? ''
  const [loaded, clicks] = await Promise.all([loadCampaign(args), call(viewCampaignClicks, { id })])
  return { ...loaded, clicks }
}

interface NumberRow {
  readonly name: string
  readonly href: string
  readonly value: string
  /** Of the copies, or of the readers whose clicks are counted; null of what is no part of them. */
  readonly share: number | null
  readonly what: string
}

type Counts = DeskCampaign['counts']

const countOf = (counts: Counts, list: CopyList): number =>
  list === 'left-out' ? counts.left_out : counts[list]

/** Of how many something is a part: of those who could click, of the copies that went out, or of everybody who was chosen. */
const wholeOf = (counts: Counts, list: CopyList): number => {
  if (list === 'clicked') return counts.counts_clicks
  const chosen = counts.waiting + counts.sent + counts.failed + counts.unknown + counts.left_out
  return ['bounced', 'complained', 'unsubscribed'].includes(list) ? counts.sent : chosen
}

const shareOf = (counts: Counts, list: CopyList): number | null => {
  const whole = wholeOf(counts, list)
  return whole === 0 ? null : countOf(counts, list) / whole
}

const rowsOf = ({ id, counts, revenue }: DeskCampaign): NumberRow[] => [
  ...copyLists.map((list) => ({
    name: copyListWords[list][0],
    href: `/desk/newsletters/${id}/results/${list}`,
    value: numberText(countOf(counts, list)),
    share: shareOf(counts, list),
    what: copyListWords[list][1],
  })),
  ...revenue.map(({ currency, orders, amount }) => ({
    name: `Orders in ${currency}`,
    href: `/desk/newsletters/${id}/orders`,
    value: `${numberText(orders)}, ${priceText(amount, currency)}`,
    share: null,
    what: 'Purchases within seven days of a click, with shipping and tax, before refunds.',
  })),
]

const columns: readonly Column<NumberRow>[] = [
  { name: 'Number', cell: ({ name, href }) => <a href={href}>{name}</a> },
  { name: 'Value', cell: ({ value }) => value, isFigure: true },
  {
    name: 'Share',
    cell: ({ share }) => (share === null ? '' : `${(share * 100).toFixed(1)}%`),
    isFigure: true,
  },
  {
    name: 'Chart',
    cell: ({ share }) => (share === null ? null : <Bar share={share} />),
    isWide: true,
  },
  { name: 'What it counts', cell: ({ what }) => what, isQuiet: true, isWide: true, fills: true },
]

const readersText = (count: number): string =>
  count === 1 ? 'the reader' : `the ${numberText(count)} readers`

/** What came of a campaign. Every number opens its rows. */
const CampaignResultsPage = () => {
  const { campaign, clicks } = useLoaderData<typeof loader>()
  return (
    <>
      <CampaignHead campaign={campaign} part="results" />
      <Body>
        <Section title="Results">
          <DataTable
            label="Results of the campaign"
            isInside
            rows={rowsOf(campaign)}
            keyOf={({ name }) => name}
            columns={columns}
          />
        </Section>
        <CampaignClicks id={campaign.id} counted={campaign.counts.counts_clicks} {...clicks} />
        <DeskNote>
          {`Nothing counts who opens a mail. Clicks are counted for ${readersText(campaign.counts.counts_clicks)} who allowed analytics when it was sent; the links of all others are plain.`}
        </DeskNote>
      </Body>
    </>
  )
}

export default CampaignResultsPage
