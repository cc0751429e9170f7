import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please give a month such as 2031-01.')

const Section = z.object({
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ name: z.string(), definition: z.string(), values: z.array(z.string()) })),
})

/** The report, behind a link that an operator made; without months, the last six. */
export const viewReport = defineEndpoint({
  name: 'viewReport',
  method: 'GET',
  path: '/api/report',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({
    token: z.string().max(400),
    from: Month.optional(),
    to: Month.optional(),
  }),
  isReport: true,
  reply: z.object({ from: z.string(), to: z.string(), sections: z.array(Section) }),
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})
