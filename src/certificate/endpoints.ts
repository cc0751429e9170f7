import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { lotNumber } from './rules/certificate.ts'

/** The number of a lot as people type it; an answer names it as it is printed. */
const lot = z
  .string()
  .trim()
  .min(1, 'Please enter the lot number.')
  .max(40, 'Please enter a lot number, such as DS2609A.')
  .transform(lotNumber)

/** A lot in a list. Days are `2026-09-08`. */
const ListedLot = z.object({
  lot: z.string(),
  product_name: z.string(),
  contents: z.string(),
  made_on: z.string(),
})

/** What the laboratory found in a lot. */
export const Certificate = ListedLot.extend({
  best_before: z.string(),
  tested_on: z.string(),
  released_on: z.string(),
  laboratory: z.object({ name: z.string(), accreditation: z.string() }),
  tests: z.array(
    z.object({
      group: z.string(),
      name: z.string(),
      method: z.string(),
      limit: z.string(),
      result: z.string(),
    }),
  ),
})

export type Certificate = z.output<typeof Certificate>

/** The lots that were released, the newest first. */
export const listLots = defineEndpoint({
  name: 'listLots',
  method: 'GET',
  path: '/api/certificates/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({}),
  reply: z.object({ lots: z.array(ListedLot) }),
  errors: [],
})

/** The certificate of a lot. */
export const viewCertificate = defineEndpoint({
  name: 'viewCertificate',
  method: 'GET',
  path: '/api/certificates/{lot}/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({ lot }),
  reply: Certificate,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})

/** The same certificate as PDF. */
export const viewCertificatePdf = defineEndpoint({
  name: 'viewCertificatePdf',
  method: 'GET',
  path: '/api/certificates/{lot}/pdf',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({ lot }),
  reply: z.object({
    file_name: z.string(),
    /** The file in base64. */
    pdf: z.string(),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})
