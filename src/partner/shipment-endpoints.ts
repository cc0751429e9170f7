import { z } from 'zod'
import { carrierCodes } from '#shipment/rules/carriers.ts'
import { exportedColumns, maxRows, shipmentColumns } from '#shipment/rules/shipment-row.ts'
import { defineEndpoint } from '#shared/endpoint.ts'

const partner = {
  spec: 'shop',
  agent: 'denied: partner',
  access: 'partner',
  limit: ['partner'],
  scope: 'orders:ship',
  path: '/api/partner/v1/shipments/',
} as const

const readErrors = ['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'] as const

/** What is to be packed, by the columns of a file; `carrier`, `service`, `tracking` and `weight_grams` are empty. */
export const ShipmentToPack = z
  .record(z.enum([...shipmentColumns, ...exportedColumns]), z.string())
  .meta({ id: 'ShipmentToPack' })

/** What is to be packed and handed over until a day, that day included, the most urgent first, with names and addresses. */
export const exportPartnerShipments = defineEndpoint({
  ...partner,
  name: 'exportPartnerShipments',
  method: 'GET',
  csv: 'reply',
  payload: z.object({
    /** Today, if missing. */
    until: z.iso.date().optional(),
    format: z.enum(['json', 'csv']).default('json'),
  }),
  reply: z.union([z.object({ shipments: z.array(ShipmentToPack) }), z.object({ csv: z.string() })]),
  errors: readErrors,
})

const text = { type: 'string' } as const

/** A row of a list; each is read on its own, so that a wrong one is refused by itself. */
export const ShipmentRow = z.unknown().meta({
  id: 'ShippedRow',
  type: 'object',
  description:
    'A shipment that a carrier has, with the columns of the export; other fields of the export are ignored. A row without carrier and tracking changes nothing.',
  properties: {
    order: text,
    carrier: { enum: [...carrierCodes] },
    tracking: text,
    service: text,
    lines: { ...text, description: 'Such as syn-rf:2,pds-wk:1; without it everything that waits.' },
    weight_grams: { type: ['string', 'integer'] },
  },
  required: ['order', 'carrier', 'tracking'],
})

/** Records the carriers and numbers of many shipments, each row for itself; the members get a mail with the number. */
export const importPartnerShipments = defineEndpoint({
  ...partner,
  name: 'importPartnerShipments',
  method: 'POST',
  csv: 'body',
  payload: z.object({
    shipments: z
      .array(ShipmentRow)
      .min(1, 'Please send a shipment.')
      .max(maxRows, `Please send at most ${maxRows} shipments at a time.`)
      .optional(),
    csv: z.string().optional(),
  }),
  reply: z
    .object({
      shipped: z.number().int(),
      /** Recorded before, with the same carrier and number. */
      repeated: z.number().int(),
      /** Without carrier and tracking number. */
      empty: z.number().int(),
      refused: z.number().int(),
      /** Of the refused rows, counted from 1; they changed nothing. */
      problems: z.array(z.object({ row: z.number().int(), problem: z.string() }).meta({ id: 'RowProblem' })),
    })
    .meta({ id: 'ShipmentImport' }),
  errors: [...readErrors, 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'],
})
