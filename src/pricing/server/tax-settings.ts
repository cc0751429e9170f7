import { z } from 'zod'
import { oneOf, wholeNumber } from '#platform/setting-types.ts'

export const taxVariables = {
  /** Who says how much tax a place takes: the data file, or Stripe Tax, which is then sent each sale and refund. */
  TAX: oneOf(['file', 'stripe']).default('file'),
  /** Seconds until the tax service counts as away: buyers wait so long. */
  TAX_TIMEOUT: wholeNumber(1, 30).default(3),
  TAX_CODE: z
    .string()
    .regex(/^txcd_\d{8}$/, 'must be a tax code of Stripe such as txcd_99999999')
    .optional(),
}

interface TaxValues {
  readonly TAX: 'file' | 'stripe'
  readonly TAX_TIMEOUT: number
  readonly TAX_CODE?: string | undefined
  readonly PROCESSOR: 'sandbox' | 'stripe'
  readonly STRIPE_SECRET_KEY?: string | undefined
  readonly STRIPE_API_BASE?: string | undefined
}

/** Who says how much tax a place takes. `refuse` throws a sentence that names the variable. */
export const taxSettings = (values: TaxValues, refuse: (name: string, problem: string) => never) => {
  if (values.TAX === 'file') return { kind: 'file' } as const
  const secretKey = values.STRIPE_SECRET_KEY ?? refuse('STRIPE_SECRET_KEY', 'must be set when TAX is stripe')
  // A time machine and members of a demo would be in the tax returns of a company.
  if (values.PROCESSOR === 'sandbox' && /^[sr]k_live_/.test(secretKey))
    return refuse('STRIPE_SECRET_KEY', 'must be a key of the test mode when PROCESSOR is sandbox')
  return {
    kind: 'stripe',
    access: { secretKey, apiBase: values.STRIPE_API_BASE ?? null },
    taxCode: values.TAX_CODE ?? null,
    timeoutMs: values.TAX_TIMEOUT * 1_000,
  } as const
}
