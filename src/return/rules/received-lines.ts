import { sumsByPosition } from './return-offer.ts'
import { unitsIn } from '#order/rules/arrival.ts'
import type { ReceivedLine } from '#order/rules/arrival.ts'
import type { ReturnedLine } from './return-offer.ts'

/** The lines of which something came, as a refund names them. */
export const returnedLines = (received: readonly ReceivedLine[]): ReturnedLine[] =>
  received
    .map((line) => ({ position: line.position, quantity: unitsIn(line) }))
    .filter(({ quantity }) => quantity > 0)

interface ReceivableFacts {
  readonly announced: readonly ReturnedLine[]
  /** What carriers brought, or have. */
  readonly sent: readonly ReturnedLine[]
  /** What is in other returns and in reports of problems. */
  readonly elsewhere: readonly ReturnedLine[]
}

/** How many units of each line can be in a package: what was announced, and what was sent and is nowhere else. */
export const receivableLines = ({ announced, sent, elsewhere }: ReceivableFacts): ReturnedLine[] => {
  const [least, gone] = [sumsByPosition(announced), sumsByPosition(elsewhere)]
  const positions = new Set([...announced, ...sent].map(({ position }) => position))
  const most = sumsByPosition(sent)
  return [...positions]
    .map((position) => ({
      position,
      quantity: Math.max(least.get(position) ?? 0, (most.get(position) ?? 0) - (gone.get(position) ?? 0)),
    }))
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => a.position - b.position)
}

/** Whether the package has something that was announced less than it was to have, or something else instead. */
export const isShort = (
  received: readonly ReceivedLine[],
  announced: readonly ReturnedLine[],
  otherContents: string | null,
): boolean => {
  const came = sumsByPosition(returnedLines(received))
  return (
    otherContents !== null || announced.some(({ position, quantity }) => (came.get(position) ?? 0) < quantity)
  )
}

/** Why a count cannot be right, as a sentence; null when it can. `names` are those of the order's lines. */
export const receiptProblem = (
  received: readonly ReceivedLine[],
  receivable: readonly ReturnedLine[],
  names: readonly string[],
): string | null => {
  const most = sumsByPosition(receivable)
  if (new Set(received.map(({ position }) => position)).size !== received.length)
    return 'A line is counted twice.'
  const beyond = received.find((line) => unitsIn(line) > (most.get(line.position) ?? 0))
  if (beyond === undefined) return null
  const name = names[beyond.position]
  if (name === undefined) return 'The order has no such line.'
  return `Of ${name} at most ${most.get(beyond.position) ?? 0} can come back in this return: the rest was not sent, or came back before.`
}
