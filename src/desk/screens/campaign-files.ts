import type { LoaderFunctionArgs } from 'react-router'
import { copyLists } from '#newsletter/rules/delivery-report.ts'
import { ShopError } from '#shared/errors.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import {
  listCampaignCopies,
  listCampaignOrders,
  previewDeskCampaign,
  viewCampaignClicks,
} from '../campaign-endpoints.ts'
import type { DeskCampaignOrder, DeskCopyRow, DeskLinkClicks } from '../campaign-endpoints.ts'
import { csvResponse } from './parts/csv-response.ts'
import type { CsvColumns } from './parts/csv-response.ts'

/** Nothing runs in a mail, and it loads nothing but pictures. */
const mailPolicy =
  "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** The mail for the frame of its preview. */
export const previewFile = async ({ context, params, request }: LoaderFunctionArgs): Promise<Response> => {
  const look = new URL(request.url).searchParams.get('look') === 'dark' ? 'dark' : 'light'
  const { html } = await context.get(shopContext).call(previewDeskCampaign, { id: params['id'] ?? '', look })
  if (html === null) throw new ShopError('NOT_FOUND')
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': mailPolicy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}

const copyColumns: CsvColumns<DeskCopyRow> = [
  ['subscriber', ({ id }) => id],
  ['email', ({ email }) => email],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason],
  ['at', ({ at }) => at],
]

/** The copies behind a number, masked for roles that see no names. */
export const copiesFile = ({ context, params }: LoaderFunctionArgs): Promise<Response> => {
  const { call } = context.get(shopContext)
  const of = copyLists.find((one) => one === params['of'])
  if (of === undefined) throw new ShopError('NOT_FOUND')
  const id = params['id'] ?? ''
  return csvResponse<DeskCopyRow>(`newsletter-${of}.csv`, copyColumns, async (after) => {
    const { copies, older } = await call(listCampaignCopies, { id, of, after })
    return { rows: copies, older }
  })
}

const orderColumns: CsvColumns<DeskCampaignOrder> = [
  ['order', ({ number }) => number],
  ['placed_at', ({ placed_at: at }) => at],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount }) => amount],
]

/** Purchases within seven days of a click. */
export const ordersFile = ({ context, params }: LoaderFunctionArgs): Promise<Response> => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  return csvResponse<DeskCampaignOrder>('newsletter-orders.csv', orderColumns, async (after) => {
    const { orders, older } = await call(listCampaignOrders, { id, after })
    return { rows: orders, older }
  })
}

const clickColumns: CsvColumns<DeskLinkClicks> = [
  ['link', ({ href }) => href],
  ['day', ({ day }) => day],
  ['readers', ({ readers }) => String(readers)],
]

/** Who followed what on which day. */
export const clicksFile = ({ context, params }: LoaderFunctionArgs): Promise<Response> =>
  csvResponse<DeskLinkClicks>('newsletter-clicks.csv', clickColumns, async () => {
    const { clicks } = await context.get(shopContext).call(viewCampaignClicks, { id: params['id'] ?? '' })
    return { rows: clicks, older: null }
  })
