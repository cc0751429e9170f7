import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { refusedTaxRecords, unrecordedTaxes } from '#order/server/orders.ts'
import type { TaxEvent } from '#pricing/server/taxes.ts'
import type { Shop } from './shop.ts'

/** Counts questions to the tax service. */
export interface TaxMeter {
  readonly count: (event: TaxEvent) => void
}

export const createTaxMeter = (registry: Registry): TaxMeter => {
  const registers = [registry]
  const requests = new Counter({
    name: 'loam_tax_requests_total',
    help: 'Questions of this process to the tax service: answered, away (no answer in time), or refused.',
    labelNames: ['outcome'],
    registers,
  })
  const fallbacks = new Counter({
    name: 'loam_tax_fallbacks_total',
    help: 'Times that the last known rate of a place, or that of the data file, counted instead of an answer.',
    labelNames: ['from'],
    registers,
  })
  for (const outcome of ['answered', 'away', 'refused']) requests.inc({ outcome }, 0)
  for (const from of ['last-known', 'file']) fallbacks.inc({ from }, 0)
  return {
    count: (event) =>
      event.kind === 'asked' ? requests.inc({ outcome: event.outcome }) : fallbacks.inc({ from: event.from }),
  }
}

/** Sales and refunds that the tax service does not have, for all processes. */
export const measureTaxRecords = (registry: Registry, { deps }: Pick<Shop, 'deps'>): void => {
  const missing = new Gauge({
    name: 'loam_tax_unrecorded',
    help: 'Orders that the tax service has still to be sent, and records that it refused for good.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      missing.set({ state: 'waiting' }, await unrecordedTaxes(deps.database))
      missing.set({ state: 'refused' }, await refusedTaxRecords(deps.database))
    },
  })
}
