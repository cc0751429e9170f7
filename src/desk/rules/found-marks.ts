import type { Mark } from './order-marks.ts'
import { shipmentMark } from './order-marks.ts'

const chargeMarks: ReadonlyMap<string, Mark> = new Map([
  ['succeeded', { word: 'paid', level: 'full', tone: 'ok' }],
  ['declined', { word: 'declined', level: 'struck', tone: 'quiet' }],
  ['void', { word: 'not charged', level: 'empty', tone: 'quiet' }],
  ['challenge', { word: 'asked by the bank', level: 'low', tone: 'plain' }],
])

const unknown: Mark = { word: 'result unknown', level: 'low', tone: 'bad' }

/** How far a charge or a shipment that was found is; null for what has no state. */
export const foundMark = (kind: string, state: string): Mark | null => {
  if (kind === 'shipment') return shipmentMark([state])
  return kind === 'charge' ? (chargeMarks.get(state) ?? unknown) : null
}

/** A piece of a text, and whether it is what somebody searched for. */
export interface TextPiece {
  readonly text: string
  readonly isFound: boolean
}

/** A text in pieces, at the first place of what was searched for, in any case of its letters. */
export const piecesOf = (text: string, sought: string): readonly TextPiece[] => {
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought.toLowerCase())
  if (at === -1) return [{ text, isFound: false }]
  const end = at + sought.length
  return [
    { text: text.slice(0, at), isFound: false },
    { text: text.slice(at, end), isFound: true },
    { text: text.slice(end), isFound: false },
  ].filter((piece) => piece.text !== '')
}
