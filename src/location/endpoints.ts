import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'

/** Where the visitor seems to be: UNKNOWN if that is not known (spec §7). */
export const findLocation = defineEndpoint({
  name: 'findLocation',
  method: 'GET',
  path: '/api/auth/location',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'says where the request comes from' },
  payload: z.object({}),
  reply: z.object({ country: z.string(), region: z.string() }),
  errors: [],
})

/** City and region of a postal code, as far as they are known; a suggestion for a form, never a check. */
export const completeAddress = defineEndpoint({
  name: 'completeAddress',
  method: 'GET',
  path: '/api/location/postal-code',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({
    country: z.string().regex(/^[A-Z]{2}$/, 'Kindly enter your country'),
    zip: z.string().min(1).max(16),
  }),
  reply: z.object({ city: z.string().nullable(), region: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})
