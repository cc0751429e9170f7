import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Email } from '#shared/address.ts'
import { Price } from '#shared/price-schema.ts'
import { InvoiceDocument } from './rules/invoice-document.ts'

const Key = z.string().min(1).max(200)

/** A document as it was issued, with its details. */
export const Invoice = InvoiceDocument.extend({
  /** `INV-2026-000042`, `CN-2026-000007`. */
  number: z.string(),
  order_id: z.string(),
  /** Opens this document without a session: in `/invoice?key=…`. */
  key: z.string(),
  /** What was refunded of the order since. */
  credit_notes: z.array(
    z.object({ number: z.string(), key: z.string(), issued_on: z.string(), total: Price }),
  ),
})

export type Invoice = z.output<typeof Invoice>

export const viewInvoice = defineEndpoint({
  name: 'viewInvoice',
  method: 'GET',
  path: '/ecommerce/invoice/{id}/',
  spec: 'spec §7',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  /** The number of the invoice, of a credit note, or of the order. */
  payload: z.object({ id: z.string().trim().toUpperCase().min(1).max(64) }),
  reply: Invoice,
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
})

/** For links in mails and for guests: the key is signed by the shop and names one document. */
export const viewInvoiceByKey = defineEndpoint({
  name: 'viewInvoiceByKey',
  method: 'GET',
  path: '/api/invoice/{key}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'its key cannot be guessed' },
  payload: z.object({ key: Key }),
  reply: Invoice,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})

/** The same document as PDF. */
export const viewInvoicePdf = defineEndpoint({
  name: 'viewInvoicePdf',
  method: 'GET',
  path: '/api/invoice/{key}/pdf',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({ key: Key }),
  reply: z.object({
    file_name: z.string(),
    /** The file in base64. */
    pdf: z.string(),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

/** Guest look-up as that of the order (ruling 6): number and e-mail together, one answer for every miss. */
export const findGuestInvoice = defineEndpoint({
  name: 'findGuestInvoice',
  method: 'POST',
  path: '/api/invoice/find',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({ number: z.string().trim().toUpperCase().min(1).max(32), email: Email }),
  reply: Invoice,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
