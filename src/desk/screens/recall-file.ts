import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskRecall } from '../recall-endpoints.ts'
import type { DeskRecallRow } from '../recall-endpoints.ts'
import { csvResponse } from './parts/csv-response.ts'
import type { CsvColumns } from './parts/csv-response.ts'

const columns: CsvColumns<DeskRecallRow> = [
  ['order', ({ order }) => order],
  ['name', ({ person }) => person?.name ?? ''],
  ['email', ({ person }) => person?.email ?? ''],
  ['phone', ({ person }) => person?.phone ?? ''],
  ['country', ({ country }) => country],
  ['product', ({ product }) => product],
  ['state', ({ state }) => state],
  ['shipped_at', ({ shipped_at: at }) => at ?? ''],
  ['units', ({ units }) => String(units)],
  ['returned', ({ returned }) => String(returned)],
]

/** The complete list of a recall as a CSV file. */
export const loader = ({ context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const lot = params['lot'] ?? ''
  return csvResponse(`recall-${lot}.csv`, columns, (after) => call(viewDeskRecall, { lot, after }))
}
