import { z } from 'zod'
import { languages } from '#shared/locale.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { ContentPage } from './rules/content-page.ts'

/**
 * A page of the content store, by its slug or by its URL. What is not published yet is not found, except by its slug
 * with the key of its preview link.
 */
export const readContentPage = defineEndpoint({
  name: 'readContentPage',
  method: 'POST',
  path: '/api/cms',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.union([
    z.object({ slug: z.string().max(200), preview: z.string().max(400).optional() }),
    z.object({ path: z.string().max(200) }),
  ]),
  reply: z.object({ page: ContentPage }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

/** The languages in which a page of the content exists, by its address without a prefix. */
export const listPageLanguages = defineEndpoint({
  name: 'listPageLanguages',
  method: 'GET',
  path: '/api/cms/languages',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({ path: z.string().max(200) }),
  reply: z.object({ languages: z.array(z.enum(languages)) }),
  errors: ['VALIDATION_ERROR'],
})

/** The articles of the magazine that are published, the newest first. */
export const listArticles = defineEndpoint({
  name: 'listArticles',
  method: 'GET',
  path: '/api/cms/articles',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({}),
  reply: z.object({
    articles: z.array(
      z.object({
        path: z.string(),
        title: z.string(),
        description: z.string(),
        publishedOn: z.iso.date(),
        minutes: z.int(),
        picture: z.object({ name: z.string(), alt: z.string() }),
      }),
    ),
  }),
  errors: [],
})
