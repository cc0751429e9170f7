import type { ShipmentState } from './shipment-state.ts'
import { isPackedOrLater } from './shipment-state.ts'

/** The states of a label: wished for, sold or refused, handed over with its shipment, to be voided, void. */
export type LabelState = 'wanted' | 'refused' | 'bought' | 'handed-over' | 'void-wanted' | 'voided'

interface CheckedLabel {
  readonly state: LabelState
  readonly carrier: string
}

interface CheckedShipment {
  readonly id: string
  readonly state: ShipmentState
  readonly carrier: string | null
}

/** A sentence for each way in which a shipment and its labels disagree; none when they agree. */
export const brokenLabelsOf = (
  { id, state, carrier }: CheckedShipment,
  labels: readonly CheckedLabel[],
): readonly string[] => {
  const live = labels.filter((label) => label.state !== 'voided')
  const [label] = live.filter((one) => one.state !== 'void-wanted')
  return [
    ...(live.length > 1 ? [`shipment ${id} has ${live.length} labels`] : []),
    ...(label && label.state !== 'handed-over' && !isPackedOrLater(state)
      ? [`shipment ${id} is ${state} and has a label that is ${label.state}`]
      : []),
    ...(label?.state === 'bought' && carrier !== label.carrier
      ? [`shipment ${id} has a label of ${label.carrier}, and ${carrier ?? 'nobody'} carries it`]
      : []),
  ]
}
