import { expect, test } from 'vitest'
import { ContentPage } from './content-page.ts'
import { isPublished, publishedArticles } from './publication.ts'

const page = (path: string, facts: Readonly<Record<string, unknown>>): ContentPage =>
  ContentPage.parse({ slug: path.slice(1), path, title: path, description: 'X', sections: [], ...facts })

const article = { minutes: 3, picture: { name: 'hero', alt: 'X' } }

test('a page is public from its publication day, and a draft never', () => {
  expect(isPublished(page('/a', {}), '2026-11-20')).toBe(true)
  expect(isPublished(page('/a', { publishedOn: '2026-11-20' }), '2026-11-19')).toBe(false)
  expect(isPublished(page('/a', { publishedOn: '2026-11-20' }), '2026-11-20')).toBe(true)
  expect(isPublished(page('/a', { publishedOn: '2026-11-20', draft: true }), '2026-11-21')).toBe(false)
})

test('the magazine lists published articles, newest first', () => {
  const pages = [
    page('/old', { publishedOn: '2026-01-02', article }),
    page('/new', { publishedOn: '2026-05-02', article }),
    page('/later', { publishedOn: '2027-01-01', article }),
    page('/draft', { publishedOn: '2026-01-01', article, draft: true }),
    page('/no-article', { publishedOn: '2026-03-03' }),
  ]
  expect(publishedArticles(pages, '2026-11-20').map(({ path }) => path)).toEqual(['/new', '/old'])
})
