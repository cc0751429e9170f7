import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { couponStates } from '#coupon/rules/coupon-change.ts'
import type { CouponState } from '#coupon/rules/coupon-change.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskCoupons } from '../coupon-endpoints.ts'
import type { DeskCoupon } from '../coupon-endpoints.ts'
import { givesText, plansText, usesText } from './coupon-words.ts'
import styles from './filters.module.css'
import { ActionButton, ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { Entry } from './parts/entry.tsx'
import { dayText } from './parts/times.tsx'

interface List {
  readonly state: CouponState
  readonly q: string
}

const address = ({ state, q }: List, after?: string): string =>
  `/desk/coupons?${new URLSearchParams({ state, ...(q ? { q } : {}), ...(after ? { after } : {}) })}`

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const state = couponStates.find((one) => one === query.get('state')) ?? 'running'
  const q = query.get('q')?.trim() ?? ''
  const after = query.get('after') || undefined
  const found = await context.get(shopContext).call(listDeskCoupons, { state, q, after })
  return { title: 'Coupons', list: { state, q }, isFirst: after === undefined, ...found }
}

const columns: readonly Column<DeskCoupon>[] = [
  {
    name: 'Code',
    cell: ({ code, is_hidden: isHidden }) => (
      <>
        <a href={`/desk/coupons/codes/${encodeURIComponent(code)}`}>{code}</a>
        {isHidden ? ' (set by the shop)' : ''}
      </>
    ),
  },
  { name: 'Gives', cell: (coupon) => givesText(coupon), isWide: true },
  { name: 'For', cell: (coupon) => plansText(coupon), isQuiet: true, fills: true, isWide: true },
  { name: 'Used', cell: ({ uses, limit }) => usesText(uses, limit), isFigure: true },
  { name: 'Today', cell: ({ uses_today: uses }) => usesText(uses, null), isFigure: true, isWide: true },
  {
    name: 'Until',
    cell: ({ ends_at: at }) => (at === null ? 'open' : dayText(at)),
    isQuiet: true,
    isWide: true,
  },
]

const views = [
  ['Running', 'running'],
  ['To come', 'coming'],
  ['Used up or over', 'ended'],
] as const

const emptyTitles: Readonly<Record<CouponState, string>> = {
  running: 'No coupon runs like this.',
  coming: 'No coupon is to come.',
  ended: 'No coupon is over.',
}

const Filter = ({ state, q }: List) => (
  <form className={styles.filters} action="/desk/coupons" role="search" aria-label="Filter coupons">
    <input type="hidden" name="state" value={state} />
    <Entry label="Code begins with" name="q" defaultValue={q} autoComplete="off" />
    <ActionButton>Filter</ActionButton>
  </form>
)

/** The coupons of the shop by their state. */
const CouponsPage = () => {
  const { coupons, next, list, isFirst } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Coupons"
        sub="A limit is counted exactly, however many people buy at once."
        actions={
          <>
            <ActionLink href="/desk/coupons/batches">Batches of codes</ActionLink>
            <ActionLink href="/desk/coupons/new" kind="primary">
              New coupon
            </ActionLink>
          </>
        }
      />
      <Views
        label="Coupons by state"
        views={views.map(([label, state]) => ({
          label,
          href: address({ ...list, state }),
          isCurrent: state === list.state,
        }))}
      />
      <Filter {...list} />
      {coupons.length === 0 ? (
        <EmptyList title={emptyTitles[list.state]} />
      ) : (
        <DataTable label="Coupons" rows={coupons} keyOf={({ code }) => code} columns={columns} />
      )}
      <TableFoot newer={isFirst ? null : address(list)} older={next === null ? null : address(list, next)}>
        {coupons.length === 0 ? '' : `${coupons.length} listed`}
      </TableFoot>
    </>
  )
}

export default CouponsPage
