import { z } from 'zod'
import { defineCall } from '#shared/call.ts'
import { ContentPage } from './rules/content-page.ts'

/** A page of the content store, by its slug or by the address it is served at. */
export const readContentPage = defineCall({
  name: 'readContentPage',
  method: 'POST',
  path: '/api/cms',
  spec: 'spec §7',
  who: 'anyone',
  payload: z.union([z.object({ slug: z.string().max(200) }), z.object({ path: z.string().max(200) })]),
  reply: z.object({ page: ContentPage }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
