import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Account } from '../account/account.ts'
import { find } from '../account/views.ts'
import { expand, parameters, unmodelled } from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'

type Purpose = Exclude<Stripe.FileCreateParams['purpose'], never>

const Uploaded = z.object({ data: z.string(), name: z.string().optional(), type: z.string().optional() })

export const createParameters = parameters<Stripe.FileCreateParams>()({
  file: Uploaded,
  purpose: z.custom<Purpose>((value) => typeof value === 'string'),
  expand,
  file_link_data: unmodelled,
})
export const retrieveParameters = parameters<Stripe.FileRetrieveParams>()({ expand })

const pdfStart = '%PDF-'

/** An upload; only evidence of disputes, which Stripe takes as PDF, JPEG or PNG. */
export const createFile = (account: Account, request: Stripe.FileCreateParams): Stripe.File => {
  if (request.purpose !== 'dispute_evidence') throw StripeFault.unmodelled(`files for ${request.purpose}`)
  const content = typeof request.file.data === 'string' ? request.file.data : ''
  if (!content.startsWith(pdfStart))
    throw StripeFault.invalid('The file type uploaded is not supported for this purpose.', { param: 'file' })
  const file: Stripe.File = {
    id: account.newId('file'),
    object: 'file',
    created: account.now(),
    expires_at: null,
    filename: request.file.name ?? null,
    links: null,
    purpose: request.purpose,
    size: content.length,
    title: null,
    type: 'pdf',
    url: null,
  }
  account.files.set(file.id, file)
  return file
}

export const retrieveFile = (
  account: Account,
  _request: Stripe.FileRetrieveParams,
  id: string,
): Stripe.File => find(account.files, 'file', id)
