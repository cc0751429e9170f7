import { z } from 'zod'
import { isDay } from '#shared/day.ts'

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const place = new RegExp(String.raw`^(?<dueOn>\d{4}-\d\d-\d\d)~(?<order>[A-Z0-9-]{1,32})~(?<id>${uuid})$`)

const partsOf = (text: string) => {
  const { dueOn = '', order = '', id = '' } = place.exec(text)?.groups ?? {}
  return { dueOn, order, id }
}

/** Where a page of shipments that are to be packed begins: after this day, order and shipment. */
export const PackingPlace = z
  .string()
  .refine((text) => isDay(partsOf(text).dueOn), 'This page does not exist.')
  .transform(partsOf)

export type PackingPlace = z.output<typeof PackingPlace>

export const packingPlaceText = ({ dueOn, order, id }: PackingPlace): string => `${dueOn}~${order}~${id}`
