import { z } from 'zod'
import { EasyPostFault } from './easypost-fault.ts'

const text = z.string().max(255)
const nullable = text.nullish()

/** `IAddressCreateParameters` of the client library. */
const Address = z.strictObject({
  name: nullable,
  company: nullable,
  street1: text.min(1),
  street2: nullable,
  city: nullable,
  state: nullable,
  zip: nullable,
  country: z.string().regex(/^[A-Z]{2}$/),
  phone: nullable,
  email: nullable,
  residential: z.boolean().nullish(),
  carrier_facility: nullable,
  federal_tax_id: nullable,
  state_tax_id: nullable,
})

/** Ounces and inches. */
const Package = z.strictObject({
  length: z.number().positive().nullish(),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
  predefined_package: nullable,
  weight: z.number().positive(),
})

/** Of the client library, what a shop without hazards, pick-ups and foreign payers may need. */
const Options = z.strictObject({
  label_format: z.enum(['PNG', 'PDF', 'ZPL', 'EPL2']).nullish(),
  label_date: nullable,
  label_size: nullable,
  invoice_number: nullable,
  print_custom_1: nullable,
  print_custom_2: nullable,
  print_custom_3: nullable,
  incoterm: z.enum(['EXW', 'FCA', 'CPT', 'CIP', 'DAT', 'DAP', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF']).nullish(),
  delivery_confirmation: nullable,
  content_description: nullable,
  currency: nullable,
})

const CustomsItem = z.strictObject({
  description: text.min(1),
  quantity: z.number().positive(),
  value: z.number().positive(),
  weight: z.number().positive(),
  hs_tariff_number: text.regex(/^[\d.]{6,14}$/),
  origin_country: z.string().regex(/^[A-Z]{2}$/),
  code: nullable,
  currency: nullable,
  manufacturer: nullable,
  eccn: nullable,
})

const CustomsInfo = z
  .strictObject({
    eel_pfc: text.min(1),
    contents_type: z.enum([
      'documents', 'gift', 'merchandise', 'returned_goods', 'sample', 'dangerous_goods',
      'humanitarian_donation', 'other',
    ]), // prettier-ignore
    contents_explanation: nullable,
    customs_certify: z.boolean(),
    customs_signer: nullable,
    non_delivery_option: z.enum(['return', 'abandon']).nullish(),
    restriction_type: z.enum(['none', 'other', 'quarantine', 'sanitary_phytosanitary_inspection']),
    restriction_comments: nullable,
    declaration: nullable,
    customs_items: z.array(CustomsItem).min(1).max(100),
  })
  .refine(({ customs_certify: certify, customs_signer: signer }) => !certify || signer, {
    path: ['customs_signer'],
    message: 'cannot be blank',
  })

export const ShipmentParameters = z.strictObject({
  shipment: z.strictObject({
    reference: nullable,
    to_address: Address,
    from_address: Address,
    parcel: Package,
    options: Options.nullish(),
    customs_info: CustomsInfo.nullish(),
    is_return: z.boolean().nullish(),
    carrier_accounts: z.array(text).nullish(),
  }),
})

export type ShipmentParameters = z.output<typeof ShipmentParameters>['shipment']

export const BuyParameters = z.strictObject({
  rate: z.strictObject({ id: text.min(1) }),
  insurance: z.string().nullish(),
  end_shipper_id: nullable,
})

/** Reads parameters; throws EasyPost's refusal of the first one that is wrong. */
export const readParameters = <S extends z.ZodType>(schema: S, sent: unknown): z.output<S> => {
  const read = schema.safeParse(sent)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys')
    throw EasyPostFault.parameter([...path, ...issue.keys].join('.'), 'is not a parameter')
  const isMissing = issue?.code === 'invalid_type' && issue.message.includes('undefined')
  throw EasyPostFault.parameter(path.join('.'), isMissing ? 'cannot be blank' : (issue?.message ?? ''))
}
