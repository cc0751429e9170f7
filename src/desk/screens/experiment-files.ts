import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskExperiment } from '../experiment-endpoints.ts'
import type { DeskVariantResult } from '../experiment-endpoints.ts'
import { csvResponse } from './parts/csv-response.ts'
import type { CsvColumns } from './parts/csv-response.ts'

const viewOf = ({ context, params }: LoaderFunctionArgs) =>
  context.get(shopContext).call(viewDeskExperiment, { name: params['name'] ?? '' })

interface Row extends DeskVariantResult {
  readonly metric: string
  readonly role: string
}

const number = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

const columns: CsvColumns<Row> = [
  ['metric', ({ metric }) => metric],
  ['role', ({ role }) => role],
  ['variant', ({ variant }) => variant],
  ['counted', ({ counted }) => String(counted)],
  ['total', ({ total }) => String(total)],
  ['mean', ({ mean }) => number(mean)],
  ['difference', ({ difference }) => number(difference?.estimate)],
  ['difference_low', ({ difference }) => number(difference?.low)],
  ['difference_high', ({ difference }) => number(difference?.high)],
  ['relative', ({ relative }) => number(relative?.estimate)],
  ['relative_low', ({ relative }) => number(relative?.low)],
  ['relative_high', ({ relative }) => number(relative?.high)],
]

/** A row for each variant in each metric; shares are from 0 to 1, money in cents. */
export const resultsFile = async (args: LoaderFunctionArgs): Promise<Response> => {
  const { name, results } = await viewOf(args)
  const main = (results?.variants ?? []).map((one) => ({
    ...one,
    metric: results?.metric.name ?? '',
    role: 'decides',
  }))
  const guards = (results?.guardrails ?? []).flatMap(({ metric, variants }) =>
    variants.map((one) => ({ ...one, metric, role: 'guardrail' })),
  )
  return csvResponse<Row>(`${name}-results.csv`, columns, async () => ({
    rows: [...main, ...guards],
    older: null,
  }))
}

interface Day {
  readonly day: string
  readonly variant: string
  readonly met: number
}

const dayColumns: CsvColumns<Day> = [
  ['day', ({ day }) => day],
  ['variant', ({ variant }) => variant],
  ['met', ({ met }) => String(met)],
]

/** How many met each variant first, day by day. */
export const daysFile = async (args: LoaderFunctionArgs): Promise<Response> => {
  const { name, results } = await viewOf(args)
  return csvResponse<Day>(`${name}-days.csv`, dayColumns, async () => ({
    rows: results?.by_day ?? [],
    older: null,
  }))
}
