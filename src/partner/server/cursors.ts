import type { ShipPlace } from '#order/server/orders.ts'
import { isDay } from '#shared/day.ts'
import { ShopError } from '#shared/errors.ts'

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const decoded = (text: string): string => Buffer.from(text, 'base64url').toString()

/** The place of a row that is sorted by a moment, and by its id among those of the same moment. */
export interface TimePlace {
  readonly at: string
  readonly id: string
}

export const timeCursor = ({ at, id }: TimePlace): string => base64url(`${at}~${id}`)

/** Null for a text that is not a cursor. */
export const readTimeCursor = (text: string): TimePlace | null => {
  const [at = '', id = ''] = decoded(text).split('~')
  if (!isTime(at) || !uuidForm.test(id)) return null
  try {
    return { at: Temporal.Instant.from(at).toString(), id }
  } catch {
    return null
  }
}

/** The place of a row that is sorted by its id. */
export const idCursor = (id: string): string => base64url(id)

/** Null for a text that is not a cursor. */
export const readIdCursor = (text: string): string | null => {
  const id = decoded(text)
  return uuidForm.test(id) ? id : null
}

/** The place of an order that is sorted by the day on which it ships. */
export const shipCursor = ({ day, number }: ShipPlace): string => base64url(`${day}~${number}`)

/** Null for a text that is not a cursor. */
export const readShipCursor = (text: string): ShipPlace | null => {
  const [, day = '', number = ''] = /^(\d{4}-\d\d-\d\d)~([A-Z0-9-]{1,40})$/.exec(decoded(text)) ?? []
  return isDay(day) ? { day, number } : null
}

/** The place of a row with a code. */
export const codeCursor = (code: string): string => base64url(code)

/** Null for a text that is not a cursor. */
export const readCodeCursor = (text: string): string | null => {
  const code = decoded(text)
  return /^[\w-]{1,60}$/.test(code) ? code : null
}

/** The refusal of a cursor that no page of the list gave. */
export const noSuchPlace = (): ShopError =>
  new ShopError('VALIDATION_ERROR', {
    fields: { after: 'Please send the value of `next` of the page before.' },
  })

/** A cursor of a list; null without one. VALIDATION_ERROR for any other text. */
export const placeIn = <Place>(
  text: string | undefined,
  read: (text: string) => Place | null,
): Place | null => {
  if (text === undefined) return null
  const place = read(text)
  if (place === null) throw noSuchPlace()
  return place
}
