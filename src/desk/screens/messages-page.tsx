import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '#shared/brand.ts'
import { threadStates } from '#contact/rules/message.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskThreads } from '../message-endpoints.ts'
import type { DeskThread } from '../message-endpoints.ts'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { ShortMoment, ageText } from './parts/times.tsx'

interface List {
  readonly state: (typeof threadStates)[number]
  readonly mine: boolean
}

const addressOf = ({ state, mine }: List, after?: string): string =>
  `/desk/messages?${new URLSearchParams({ state, ...(mine ? { mine: 'true' } : {}), ...(after ? { after } : {}) })}`

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const state = threadStates.find((one) => one === query.get('state')) ?? 'waiting'
  const mine = query.get('mine') === 'true'
  const after = query.get('after') || undefined
  const found = await context
    .get(shopContext)
    .call(listDeskThreads, { state, mine: mine ? 'true' : 'false', after })
  return { title: 'Messages', list: { state, mine }, isFirst: after === undefined, ...found }
}

const shopDay = (now: string): string =>
  Temporal.Instant.from(now).toZonedDateTimeISO(brand.timeZone).toPlainDate().toString()

const columnsOf = ({ state }: List, now: string): readonly Column<DeskThread>[] => [
  {
    name: 'From',
    cell: ({ id, name, email }) => <a href={`/desk/messages/${id}`}>{name || email}</a>,
    isShort: true,
  },
  { name: 'About', cell: ({ topic }) => topic, isWide: true, isShort: true },
  { name: 'Message', cell: ({ beginning }) => beginning || '—', isQuiet: true, fills: true, isWide: true },
  { name: 'Taken by', cell: ({ assigned_to: taker }) => taker ?? '—', isShort: true, isWide: true },
  state === 'waiting'
    ? {
        name: 'Waits',
        cell: ({ waiting_since: since }) => (since === null ? '—' : ageText(since, now)),
        isFigure: true,
      }
    : {
        name: 'Last',
        cell: ({ last_at: at }) => <ShortMoment at={at} today={shopDay(now)} />,
        isQuiet: true,
        isFigure: true,
      },
]

const emptyTitles = {
  waiting: 'Nobody waits for an answer.',
  answered: 'No conversation is answered and open.',
  closed: 'No conversation is closed.',
} as const

const viewsOf = ({ state, mine }: List, waiting: number) => [
  {
    label: `Waiting (${waiting})`,
    href: addressOf({ state: 'waiting', mine: false }),
    isCurrent: state === 'waiting' && !mine,
  },
  {
    label: 'Waiting, taken by me',
    href: addressOf({ state: 'waiting', mine: true }),
    isCurrent: state === 'waiting' && mine,
  },
  {
    label: 'Answered',
    href: addressOf({ state: 'answered', mine: false }),
    isCurrent: state === 'answered',
  },
  { label: 'Closed', href: addressOf({ state: 'closed', mine: false }), isCurrent: state === 'closed' },
]

/** What people wrote by the forms of the shop, those that wait the longest on top. */
const MessagesPage = () => {
  const { threads, older, waiting, now, list, isFirst } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title="Messages" sub="One conversation for each address. The answer goes out by mail." />
      <Views label="Messages by state" views={viewsOf(list, waiting)} />
      {threads.length === 0 ? (
        <EmptyList title={list.mine ? 'None of those that wait is yours.' : emptyTitles[list.state]} />
      ) : (
        <DataTable label="Messages" rows={threads} keyOf={({ id }) => id} columns={columnsOf(list, now)} />
      )}
      <TableFoot
        newer={isFirst ? null : addressOf(list)}
        older={older === null ? null : addressOf(list, older)}
      >
        {threads.length === 0 ? '' : `${threads.length} listed`}
      </TableFoot>
    </>
  )
}

export default MessagesPage
