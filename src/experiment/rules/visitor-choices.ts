import { assignedVariant, isRolledOut, runningOf } from './assignment.ts'
import { isInAudience } from './audience.ts'
import type { Audience, AudienceFacts, Device } from './audience.ts'
import type { FlagSet } from './flags-file.ts'

/**
 * What a visitor's browser decides by itself, because pages of visitors are the same for all: flags that some have, and variants
 * of experiments about visitors. What depends on the country was decided with the page.
 */
export interface OpenChoices {
  flags: { readonly name: string; readonly percent: number; readonly devices: Audience['devices'] }[]
  experiments: {
    readonly name: string
    readonly devices: Audience['devices']
    variants: { readonly name: string; readonly weight: number }[]
  }[]
}

const isInOnAnyDevice = (audience: Audience, facts: AudienceFacts): boolean =>
  isInAudience({ ...audience, devices: 'all' }, facts)

/** Null where there is nothing to decide. */
export const openChoices = ({ flags, experiments }: FlagSet, facts: AudienceFacts): OpenChoices | null => {
  const openFlags = [...flags].flatMap(([name, { percent, audience }]) => {
    const isOpen = percent > 0 && (percent < 100 || audience.devices !== 'all')
    return isOpen && isInOnAnyDevice(audience, facts) ? [{ name, percent, devices: audience.devices }] : []
  })
  const openExperiments = runningOf(experiments).flatMap(({ name, unit, audience, variants }) =>
    unit === 'visitor' && isInOnAnyDevice(audience, facts)
      ? [{ name, devices: audience.devices, variants: variants.map((one) => ({ ...one })) }]
      : [],
  )
  return openFlags.length + openExperiments.length === 0
    ? null
    : { flags: openFlags, experiments: openExperiments }
}

const isFor = (devices: Audience['devices'], device: Device): boolean =>
  devices === 'all' || devices === device

/**
 * The flags that are on and the variants of a browser, with the id of its consent where analytics are allowed. What it met before stays.
 */
export const decideChoices = (
  { flags, experiments }: OpenChoices,
  device: Device,
  visitorId: string | null,
  metBefore: (experiment: string) => string | null,
) => ({
  flags: flags
    .filter((one) => isFor(one.devices, device) && isRolledOut(one.name, one.percent, visitorId))
    .map(({ name }) => name),
  variants: experiments.flatMap((one) => {
    if (visitorId === null || !isFor(one.devices, device)) return []
    const met = metBefore(one.name)
    const isKnown = one.variants.some(({ name }) => name === met)
    return [[one.name, isKnown && met !== null ? met : assignedVariant(one, visitorId)] as const]
  }),
})
