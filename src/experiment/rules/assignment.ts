import { ownValue } from '#shared/own-value.ts'
import { isInAudience } from './audience.ts'
import type { AudienceFacts } from './audience.ts'
import type { Experiment, FlagDocument } from './flags-file.ts'

/** Variants by the name of their experiment, as `experiments` of the user state has them (spec §3). */
export type Variants = Readonly<Record<string, string>>

/** The part of an experiment that decides who gets what. */
export interface Split {
  readonly name: string
  readonly variants: readonly { readonly name: string; readonly weight: number }[]
}

/** The variant that the others are compared with, and that everyone gets once an experiment is stopped. */
export const controlOf = ({ control, variants }: Pick<Experiment, 'control' | 'variants'>): string =>
  control === '' ? (variants[0]?.name ?? '') : control

/** FNV-1a over the text's UTF-16 units, then mixed well, so that similar ids are far apart; 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** From 0 to below 1: the place of a unit in everything of this name, always the same one. */
const placeOf = (name: string, unit: string): number => hashOf(`${name} ${unit}`) / 0x1_0000_0000

/** The variant of a unit: always the same one, and independent of that of other experiments. */
export const assignedVariant = ({ name, variants }: Split, unit: string): string => {
  const totalWeight = variants.reduce((sum, { weight }) => sum + weight, 0)
  let remaining = Math.floor(placeOf(name, unit) * totalWeight)
  for (const variant of variants) {
    if (remaining < variant.weight) return variant.name
    remaining -= variant.weight
  }
  // Not reached: the weights are not all 0, and `remaining` is below their sum.
  return variants[0]?.name ?? ''
}

/** Whether a flag is on for a unit, null where there is none. Raising the percentage never turns it off for a unit. */
export const isRolledOut = (name: string, percent: number, unit: string | null): boolean => {
  if (percent >= 100) return true
  return percent > 0 && unit !== null && placeOf(name, unit) * 100 < percent
}

export const isFlagOn = (
  name: string,
  { percent, audience }: FlagDocument,
  unit: string | null,
  facts: AudienceFacts,
): boolean => isInAudience(audience, facts) && isRolledOut(name, percent, unit)

/** Keeps only the experiments and variants that the shop knows. */
export const knownVariants = (experiments: readonly Split[], overrides: Variants): Variants =>
  Object.fromEntries(
    experiments.flatMap(({ name, variants }) => {
      const variant = ownValue(overrides, name)
      return variants.some((one) => one.name === variant) && variant !== undefined ? [[name, variant]] : []
    }),
  )

export const runningOf = (experiments: readonly Experiment[]): readonly Experiment[] =>
  experiments.filter(({ state }) => state === 'running')

/** What everyone gets of experiments that are over: the shipped variant, or what there was before. */
export const settledVariants = (experiments: readonly Experiment[]): Variants =>
  Object.fromEntries(
    experiments.flatMap((one) => {
      if (one.state === 'shipped') return [[one.name, one.winner]]
      return one.state === 'stopped' ? [[one.name, controlOf(one)]] : []
    }),
  )

/** A person's variants: chosen elsewhere (the first one), otherwise assigned. */
export const variantsFor = (
  experiments: readonly Split[],
  assigned: Variants,
  ...overrides: readonly Variants[]
): Variants => ({
  ...assigned,
  ...Object.assign({}, ...overrides.toReversed().map((one) => knownVariants(experiments, one))),
})
