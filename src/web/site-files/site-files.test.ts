import { expect, test } from 'vitest'
import { feed, rssDate, sitemap } from './xml-files.ts'
import { securityText } from './site-files.ts'

test('a feed dates each day by its first moment in the shop, in summer and winter', () => {
  // Midnight in New York is 05:00 UTC in winter and 04:00 UTC in summer.
  expect(rssDate('2026-02-03')).toBe('Tue, 03 Feb 2026 05:00:00 GMT')
  expect(rssDate('2026-06-16')).toBe('Tue, 16 Jun 2026 04:00:00 GMT')
})

test('titles with XML characters are escaped', () => {
  const text = feed('https://loam.example', [
    {
      path: '/cultured/a',
      title: 'Sand & "silt" <clay>',
      description: 'X',
      publishedOn: '2026-02-03',
      minutes: 3,
      picture: { name: 'hero', alt: '' },
    },
  ])
  expect(text).toContain('<title>Sand &amp; &quot;silt&quot; &lt;clay&gt;</title>')
  expect(text).toContain('<link>https://loam.example/cultured/a</link>')
})

test('the site map lists each page once, with the date of those that have one', () => {
  const text = sitemap('https://loam.example', [
    {
      path: '/b',
      changedOn: '2026-02-03',
      pictures: ['/art/hero-1600w.webp', '/art/leek-1600w.webp'],
      alternates: [],
    },
    { path: '/a', pictures: [], alternates: [] },
  ])
  expect(text.match(/<loc>[^<]+<\/loc>/g)).toEqual([
    '<loc>https://loam.example/a</loc>',
    '<loc>https://loam.example/b</loc>',
  ])
  expect(text).toContain('<loc>https://loam.example/b</loc><lastmod>2026-02-03</lastmod>')
  expect(text.match(/<image:loc>[^<]+<\/image:loc>/g)).toEqual([
    '<image:loc>https://loam.example/art/hero-1600w.webp</image:loc>',
    '<image:loc>https://loam.example/art/leek-1600w.webp</image:loc>',
  ])
})

test('security.txt names the contact and its expiry', () => {
  const text = securityText('https://shop.example', Temporal.Instant.from('2026-11-22T10:00:00.5Z'))
  expect(text).toBe(`Contact: mailto:hello@loam.example
Expires: 2027-05-21T10:00:01Z
Preferred-Languages: en
Canonical: https://shop.example/.well-known/security.txt
`)
})
