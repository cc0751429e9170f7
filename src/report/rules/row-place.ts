import { z } from 'zod'

const place = /^(?<at>\d{4}-\d\d-\d\dT[\d:.]{8,18}Z)~(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

const instantIn = (text: string): string | null => {
  try {
    return Temporal.Instant.from(place.exec(text)?.groups?.['at'] ?? '').toString()
  } catch {
    return null
  }
}

/** Where a page of rows begins: after this moment and id. */
export const MovementPlace = z
  .string()
  .refine((text) => instantIn(text) !== null, 'Please follow the links of the list.')
  .transform((text) => ({ at: instantIn(text) ?? '', id: place.exec(text)?.groups?.['id'] ?? '' }))

export type RowPlace = z.output<typeof MovementPlace>

export const placeText = ({ at, id }: RowPlace): string => `${Temporal.Instant.from(at).toString()}~${id}`
