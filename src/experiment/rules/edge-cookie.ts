import type { Variants } from './assignment.ts'

/** Where a network edge in front of the shop writes the variants that it has chosen (spec §3). */
export const edgeCookie = 'optimizely_edge_experiments'

const maxLength = 60

const isVariant = (entry: [string, unknown]): entry is [string, string] => {
  const [name, variant] = entry
  return typeof variant === 'string' && name.length <= maxLength && variant.length <= maxLength
}

/** By hand: every page reads it, and a schema library weighs five times what else they send. */
const variantsIn = (value: unknown): Variants => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const entries: [string, unknown][] = Object.entries(value)
  const variants = entries.filter(isVariant)
  return variants.length === entries.length ? Object.fromEntries(variants) : {}
}

/** The variants in the cookie's JSON object; none for anything else. */
export const edgeVariants = (cookie: string | undefined): Variants => {
  try {
    return variantsIn(JSON.parse(cookie ?? '{}'))
  } catch {
    return {}
  }
}
