import type { CarrierPort } from './carrier.ts'

const reason = 'This shop buys no labels itself (CARRIER=manual); record what you have bought with `ship`.'

/** People buy labels elsewhere, and record with what number a shipment left. */
export const manualCarrier: CarrierPort = {
  code: null,
  buyLabel: () => Promise.resolve({ state: 'refused', reason }),
  voidLabel: () => Promise.resolve('voided'),
  labelFile: () => Promise.resolve({ kind: 'none', problem: reason }),
  handOver: () => Promise.resolve(false),
  time: null,
}
