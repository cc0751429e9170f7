import type { LoaderFunctionArgs } from 'react-router'
import { ShopError } from '#shared/errors.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { drawDeskBatch, viewDeskBatchLabels } from '../batch-endpoints.ts'
import { bytesOfBase64, fileResponse, pdfResponse } from './parts/csv-response.ts'

const numberOf = ({ params }: LoaderFunctionArgs): number => {
  const text = params['number'] ?? ''
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new ShopError('NOT_FOUND')
  return Number(text)
}

const documentOf = (what: 'pick-list' | 'slips') => async (args: LoaderFunctionArgs) => {
  const number = numberOf(args)
  const { pdf } = await args.context.get(shopContext).call(drawDeskBatch, { number, what })
  return pdfResponse(pdf, `${what}-batch-${number}.pdf`)
}

/** What has to be picked for a batch. */
export const pickListFile = documentOf('pick-list')

/** The packing slips of a batch. */
export const slipsFile = documentOf('slips')

/** The labels of a batch in one file, as PDF or for a label printer. */
const labelsOf = (format: 'pdf' | 'zpl') => async (args: LoaderFunctionArgs) => {
  const number = numberOf(args)
  const { file } = await args.context.get(shopContext).call(viewDeskBatchLabels, { number, format })
  const name = `labels-batch-${number}.${format}`
  return format === 'pdf'
    ? pdfResponse(file, name)
    : fileResponse(bytesOfBase64(file), 'application/octet-stream', name)
}

export const labelsPdf = labelsOf('pdf')

export const labelsZpl = labelsOf('zpl')
