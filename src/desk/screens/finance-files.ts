import type { LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import {
  listDeskDisputes,
  listDeskDocuments,
  listDeskPayouts,
  listDeskPostings,
  listDeskTaxMovements,
  viewDeskLedger,
  viewDeskPayout,
  viewDeskTaxes,
} from '../finance-endpoints.ts'
import type { DeskDispute, DeskDocument, DeskPayout } from '../finance-endpoints.ts'
import {
  requestedDisputes,
  requestedDocuments,
  requestedPostings,
  requestedTaxes,
  wordsIn,
} from './finance-frame.tsx'
import { csvResponse } from './parts/csv-response.ts'
import type { CsvColumns } from './parts/csv-response.ts'

/** Rows that are read at a time. */
const limit = 1000

const callIn = ({ context }: LoaderFunctionArgs): ShopContext['call'] => context.get(shopContext).call

/** The trial balance, a line for each account and currency. */
export const ledgerFile = async (args: LoaderFunctionArgs) => {
  const until = wordsIn(args.request)('until')
  const { currencies, today } = await callIn(args)(viewDeskLedger, { until })
  const rows = currencies.flatMap(({ currency, accounts }) =>
    accounts.map((account) => ({ ...account, currency })),
  )
  const columns: CsvColumns<(typeof rows)[number]> = [
    ['as_of', () => until ?? today],
    ['account', ({ account }) => account],
    ['name', ({ name }) => name],
    ['kind', ({ kind }) => kind],
    ['currency', ({ currency }) => currency],
    ['debit', ({ debit }) => debit ?? ''],
    ['credit', ({ credit }) => credit ?? ''],
  ]
  return csvResponse('trial-balance.csv', columns, async () => ({ rows, older: null }))
}

const postingColumns: CsvColumns<ReplyOf<typeof listDeskPostings>['postings'][number]> = [
  ['day', (row) => row.posted_on],
  ['fact', (row) => row.fact],
  ['order', (row) => row.order_number ?? ''],
  ['detail', (row) => row.detail],
  ['debit', (row) => row.debit ?? ''],
  ['credit', (row) => row.credit ?? ''],
]

/** The postings of an account in one currency. */
export const postingsFile = (args: LoaderFunctionArgs) => {
  const { after: _after, ...requested } = requestedPostings(args.params['account'], wordsIn(args.request))
  return csvResponse(`${requested.account}-${requested.currency}.csv`, postingColumns, async (after) => {
    const { postings, older } = await callIn(args)(listDeskPostings, { ...requested, after, limit })
    return { rows: postings, older }
  })
}

/** The tax of a month by place. */
export const taxesFile = async (args: LoaderFunctionArgs) => {
  const { month, taxes } = await callIn(args)(viewDeskTaxes, { month: wordsIn(args.request)('month') })
  const columns: CsvColumns<(typeof taxes)[number]> = [
    ['month', () => month],
    ['place', ({ place }) => place],
    ['currency', ({ currency }) => currency],
    ['orders', ({ orders }) => String(orders)],
    ['collected', ({ collected }) => collected],
    ['refunded', ({ refunded }) => refunded],
    ['owed', ({ owed }) => owed],
  ]
  return csvResponse(`tax-${month}.csv`, columns, async () => ({ rows: taxes, older: null }))
}

const movementColumns: CsvColumns<ReplyOf<typeof listDeskTaxMovements>['movements'][number]> = [
  ['day', (row) => row.posted_on],
  ['fact', (row) => row.fact],
  ['order', (row) => row.order_number ?? ''],
  ['place', (row) => row.place],
  ['currency', (row) => row.currency],
  ['tax', (row) => row.amount],
]

/** What the tax of a month is made of. */
export const taxMovementsFile = (args: LoaderFunctionArgs) => {
  const { after: _after, ...requested } = requestedTaxes(args.params['month'], wordsIn(args.request))
  return csvResponse(`tax-movements-${requested.month}.csv`, movementColumns, async (after) => {
    const { movements, older } = await callIn(args)(listDeskTaxMovements, { ...requested, after, limit })
    return { rows: movements, older }
  })
}

const payoutColumns: CsvColumns<DeskPayout> = [
  ['created_at', (row) => row.created_at],
  ['payout', (row) => row.name],
  ['state', (row) => row.state],
  ['currency', (row) => row.currency],
  ['fees', (row) => row.fees ?? ''],
  ['amount', (row) => row.amount],
]

export const payoutsFile = (args: LoaderFunctionArgs) =>
  csvResponse('payouts.csv', payoutColumns, async (after) => {
    const { payouts, older } = await callIn(args)(listDeskPayouts, { after, limit })
    return { rows: payouts, older }
  })

const partColumns: CsvColumns<ReplyOf<typeof viewDeskPayout>['parts'][number]> = [
  ['happened_at', (row) => row.happened_at],
  ['kind', (row) => row.kind],
  ['order', (row) => row.order_number ?? ''],
  ['amount', (row) => row.amount],
  ['fee', (row) => row.fee],
  ['net', (row) => row.net],
]

/** What a payout pays. */
export const payoutPartsFile = (args: LoaderFunctionArgs) =>
  csvResponse('payout.csv', partColumns, async (after) => {
    const { parts, older } = await callIn(args)(viewDeskPayout, { id: args.params['id'] ?? '', after, limit })
    return { rows: parts, older }
  })

const documentColumns: CsvColumns<DeskDocument> = [
  ['number', (row) => row.number],
  ['kind', (row) => row.kind],
  ['issued_at', (row) => row.issued_at],
  ['order', (row) => row.order_number],
  ['country', (row) => row.country],
  ['region', (row) => row.region],
  ['currency', (row) => row.currency],
  ['subtotal', (row) => row.subtotal],
  ['discount', (row) => row.discount],
  ['shipping', (row) => row.shipping],
  ['tax', (row) => row.tax],
  ['total', (row) => row.total],
]

/** Invoices and credit notes of a month. */
export const documentsFile = (args: LoaderFunctionArgs) => {
  const { after: _after, ...requested } = requestedDocuments(wordsIn(args.request))
  return csvResponse(
    `invoices${requested.month ? `-${requested.month}` : ''}.csv`,
    documentColumns,
    async (after) => {
      const { documents, older } = await callIn(args)(listDeskDocuments, { ...requested, after, limit })
      return { rows: documents, older }
    },
  )
}

const disputeColumns: CsvColumns<DeskDispute> = [
  ['order', (row) => row.order_number],
  ['state', (row) => row.state],
  ['reason', (row) => row.reason],
  ['opened_at', (row) => row.opened_at],
  ['evidence_due_at', (row) => row.evidence_due_at ?? ''],
  ['closed_at', (row) => row.closed_at ?? ''],
  ['currency', (row) => row.currency],
  ['amount', (row) => row.amount],
  ['fees', (row) => row.fees],
  ['lost', (row) => row.lost],
]

export const disputesFile = (args: LoaderFunctionArgs) => {
  const { state } = requestedDisputes(wordsIn(args.request))
  return csvResponse(`disputes-${state}.csv`, disputeColumns, async (after) => {
    const { disputes, older } = await callIn(args)(listDeskDisputes, { state, after, limit })
    return { rows: disputes, older }
  })
}
