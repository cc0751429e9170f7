import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { siteDownPath } from './rules/site-down.ts'

/**
 * Tells those who keep the shop that a page could not be drawn, and nothing of who saw it: it needs no consent. What
 * analytics learn of it is the event of the tracking plan, for those who agreed.
 */
export const reportSiteDown = defineEndpoint({
  name: 'reportSiteDown',
  method: 'POST',
  path: siteDownPath,
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({
    /** Without query and fragment. */
    page: z
      .string()
      .max(300)
      .regex(/^\/[^?#]*$/, 'an address without its query'),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})
