import { Refusal } from '../sandbox-base/refusal.ts'
import { isFields, neededText, objectField, textField, type Fields } from '../sandbox-base/request-fields.ts'
import { serviceCodes, serviceOf } from './services.ts'

export interface Recipient {
  readonly name: string
  readonly company: string
  readonly address: string
  readonly unit: string
  readonly city: string
  readonly region: string
  readonly zip: string
  readonly country: string
  readonly phone: string
}

/** What a shop asks a label for. */
export interface LabelRequest {
  readonly service: string
  readonly weightGrams: number
  /** What the shop prints next to the address, such as its order's number. */
  readonly reference: string
  readonly to: Recipient
  /** Who hands the package of a return over; null for one that the shop hands over itself. */
  readonly from: Recipient | null
}

const heaviestGrams = 30_000

const refused = (code: string, sentence: string): Refusal => new Refusal(422, code, sentence)

const addressIn = (fields: Fields): Recipient => ({
  name: textField(fields, 'name', 130),
  company: textField(fields, 'company', 80),
  address: textField(fields, 'address', 120),
  unit: textField(fields, 'unit', 60),
  city: textField(fields, 'city', 80),
  region: textField(fields, 'region', 60),
  zip: textField(fields, 'zip', 16),
  country: textField(fields, 'country', 2),
  phone: textField(fields, 'phone', 32),
})

/** What is wrong with an address, as a sentence; null when a package can be brought there. */
const problemOf = ({ name, address, city, region, zip, country }: Recipient): string | null => {
  if (name.trim() === '') return 'The name of the recipient is missing.'
  if (address.trim() === '') return 'The street of the recipient is missing.'
  if (city.trim() === '') return 'The city of the recipient is missing.'
  if (!/^[A-Z]{2}$/.test(country)) return `There is no country ${country}; use two capitals, such as US.`
  if (country === 'US' && !/^\d{5}(?:-?\d{4})?$/.test(zip)) return `${zip || 'Nothing'} is not a ZIP code.`
  if (country === 'US' && region.trim() === '') return 'The state of the recipient is missing.'
  return null
}

const weightIn = (fields: Fields): number => {
  const weight = fields['weight_grams']
  if (typeof weight !== 'number' || !Number.isSafeInteger(weight) || weight < 1)
    throw refused('weight_invalid', 'The weight must be a whole number of grams above 0.')
  if (weight > heaviestGrams)
    throw refused('weight_invalid', `A package weighs at most ${heaviestGrams} grams, not ${weight}.`)
  return weight
}

/** Reads a request for a label. Throws a Refusal with a sentence for what this carrier does not carry. */
export const readLabelRequest = (body: Fields): LabelRequest => {
  const to = addressIn(objectField(body, 'to'))
  const problem = problemOf(to)
  if (problem !== null) throw refused('address_invalid', problem)
  const from = body['from'] === undefined ? null : addressIn(objectField(body, 'from'))
  const senderProblem = from && problemOf(from)
  if (senderProblem !== null) throw refused('address_invalid', senderProblem)
  const code = neededText(body, 'service', 60)
  const service = serviceOf(code)
  if (!service) throw refused('service_unknown', `There is no service ${code}; use ${serviceCodes}.`)
  if ((service.reach === 'domestic') !== (to.country === 'US'))
    throw refused('service_unknown', `${service.name} does not go to ${to.country}.`)
  return { service: code, weightGrams: weightIn(body), reference: textField(body, 'reference', 60), to, from }
}

/** A request as it is stored: the fields of the call. */
export const storedRequest = ({ service, weightGrams, reference, to, from }: LabelRequest): string =>
  JSON.stringify({ service, weight_grams: weightGrams, reference, to, ...(from === null ? {} : { from }) })

/** The request of a label. */
export const requestOf = ({ request }: { readonly request: string }): LabelRequest => {
  const stored: unknown = JSON.parse(request)
  if (!isFields(stored)) throw new Error('A stored request is an object.')
  return readLabelRequest(stored)
}
