import { LRUCache } from 'lru-cache'
import type { viewExperiments } from '#experiment/endpoints.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { escapedHtml } from '#shared/escaped-html.ts'
import type { PageKey } from './page-cache.ts'
import { createRenderOnce } from './render-once.ts'

/** What the shell around a page says of a member, besides the email. */
export type ShownExperiments = ReplyOf<typeof viewExperiments>

/** A page as it was made for a member whose email is the mark. */
interface MadePage {
  readonly parts: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly pattern: string
}

/** A page with the mark. */
export interface RenderedPage extends Pick<MadePage, 'headers' | 'pattern'> {
  readonly html: string
}

const maxBytes = 16 * 1024 * 1024
const maxPages = 500

/** Which members get the same page but for their email. */
export const memberPageKey = (key: Omit<PageKey, 'quizAudience'>, shown: ShownExperiments): string =>
  JSON.stringify([key.version, key.path, key.country, key.currency, key.consent, shown])

/**
 * Pages that are the same for all visitors, as members see them: with the account in the header. Each is made once, for somebody with a
 * mark in place of an email, and the email of who asks is put in.
 */
export const createMemberPages = (processId: string) => {
  // Nobody can write it into a page: it is another one in each process.
  const mark = `${processId}@member.invalid`
  const pages = new LRUCache<string, MadePage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ parts }) => parts.reduce((sum, part) => sum + part.length, 1),
  })
  const renderOnce = createRenderOnce<MadePage | null>()
  return {
    mark,
    /** Null when the page is not the same for members. */
    getOrRender: async (key: string, render: () => Promise<RenderedPage | null>): Promise<MadePage | null> =>
      pages.get(key) ??
      renderOnce(key, async () => {
        const rendered = await render()
        if (rendered === null) return null
        const { html, headers, pattern } = rendered
        const page = { headers, pattern, parts: html.split(mark) }
        pages.set(key, page)
        return page
      }),
    responseFor: ({ parts, headers }: MadePage, email: string): Response =>
      new Response(parts.join(escapedHtml(email)), { headers }),
  }
}
