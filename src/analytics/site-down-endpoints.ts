import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { siteDownPath } from './rules/site-down.ts'

/**
 * Reports to the operator that a page could not be rendered, and nothing about the person: it needs no consent.
 * Analytics gets the event of the tracking plan, with consent.
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
      .regex(/^\/[^?#]*$/, 'Please give the path of a page, such as /cart, without its query.'),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})
