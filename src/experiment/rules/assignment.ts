import { ownValue } from '#shared/own-value.ts'
import type { Experiment } from './flags-file.ts'

/** Variants by the name of their experiment, as `experiments` of the user state has them (spec §3). */
export type Variants = Readonly<Record<string, string>>

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

/** The variant of a member: always the same one, and independent of that of other experiments. */
export const assignedVariant = ({ name, variants }: Experiment, unit: string): string => {
  const totalWeight = variants.reduce((sum, { weight }) => sum + weight, 0)
  let remaining = Math.floor((hashOf(`${name} ${unit}`) / 0x1_0000_0000) * totalWeight)
  for (const variant of variants) {
    if (remaining < variant.weight) return variant.name
    remaining -= variant.weight
  }
  // Not reached: the file's weights are not all 0, and `left` is below their sum.
  return variants[0]?.name ?? ''
}

/** Keeps only the experiments and variants that the shop knows. */
export const knownVariants = (experiments: readonly Experiment[], overrides: Variants): Variants =>
  Object.fromEntries(
    experiments.flatMap(({ name, variants }) => {
      const variant = ownValue(overrides, name)
      return variants.some((one) => one.name === variant) && variant !== undefined ? [[name, variant]] : []
    }),
  )

/** A member's variants: chosen elsewhere (the first one), otherwise assigned. */
export const variantsFor = (
  experiments: readonly Experiment[],
  assigned: Variants,
  ...overrides: readonly Variants[]
): Variants => ({
  ...assigned,
  ...Object.assign({}, ...overrides.toReversed().map((one) => knownVariants(experiments, one))),
})
