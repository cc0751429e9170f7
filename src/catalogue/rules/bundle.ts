import type { Cents } from '#shared/money.ts'

/** Several units of one plan under one code, with an amount off while they all stay in the cart (ruling 11). */
export interface Bundle {
  readonly code: string
  readonly planCode: string
  readonly quantity: number
  readonly discountCents: Cents
}

const bundles: readonly Bundle[] = [
  { code: 'syn-wk-duo', planCode: 'syn-wk', quantity: 2, discountCents: 1000 },
]

export const bundleOf = (code: string): Bundle | null =>
  bundles.find((bundle) => bundle.code === code) ?? null
