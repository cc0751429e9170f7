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
