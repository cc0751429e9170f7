/** The units of an order's line in a returned package: those that can be sold again, and those that cannot. */
export interface ReceivedLine {
  readonly position: number
  readonly restocked: number
  readonly writtenOff: number
  /** Of the team, on these units; null for none. */
  readonly note: string | null
}

/** How many units of a line came. */
export const unitsIn = ({ restocked, writtenOff }: Pick<ReceivedLine, 'restocked' | 'writtenOff'>): number =>
  restocked + writtenOff

/** What can be sold again, by plan. */
export const restockedPlans = (
  lines: readonly { readonly planCode: string }[],
  received: readonly ReceivedLine[],
) =>
  received
    .filter(({ restocked }) => restocked > 0)
    .map(({ position, restocked }) => ({ planCode: lines[position]?.planCode ?? '', quantity: restocked }))
