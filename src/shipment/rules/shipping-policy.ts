import { z } from 'zod'

const text = z.string().trim().min(1).max(60)
const inches = z.number().positive().max(100)
const country = z.string().regex(/^[A-Z]{2}$/)

/** Where packages leave, in what, and by which service: `content/shipping.json`, read by carriers that need it. */
export const ShippingPolicy = z.strictObject({
  from: z.strictObject({
    name: text,
    company: z.string().max(60),
    street1: text,
    street2: z.string().max(60),
    city: text,
    state: z.string().max(60),
    zip: text,
    country,
    phone: text,
  }),
  box_inches: z.strictObject({ length: inches, width: inches, height: inches }),
  /**
   * The services of a shipping method in a new shop whose `places.json` names none; of several, the cheapest one that is offered is
   * bought.
   */
  services: z
    .array(
      z.strictObject({
        /** `method_code` of the checkout (spec §3). */
        method: text,
        carrier: text,
        service: text,
        /** Who pays duties; `DDP`: the shop does. */
        incoterm: z.enum(['DDP', 'DAP']).optional(),
      }),
    )
    .min(1)
    .default([]),
  customs: z.strictObject({
    hs_tariff_number: z.string().regex(/^\d{6,10}$/),
    origin_country: country,
    /** Who certifies the declaration. */
    signer: text,
  }),
})

export type ShippingPolicy = z.output<typeof ShippingPolicy>
