import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { openShop } from '../browser/shop-child.ts'
import { measureDesk } from './desk-lighthouse.ts'
import { auditPage, failedAudits, withBrowser } from './lighthouse-browser.ts'

/** What a public page has to reach on Lighthouse's mobile preset. */
const goals = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const slowestLcp = 1_600
const mostShift = 0.02

type Category = keyof typeof goals

const Score = z.object({ score: z.number().nullable() })
const Metric = z.object({ numericValue: z.number().default(Infinity) })

/** The parts of Lighthouse's report that the table shows. */
const Report = z.object({
  categories: z.object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
    seo: Score,
  }),
  audits: z.looseObject({
    'largest-contentful-paint': Metric,
    'cumulative-layout-shift': Metric,
    'total-blocking-time': Metric,
    'total-byte-weight': Metric,
  }),
})

interface Row {
  readonly path: string
  readonly scores: Readonly<Record<Category, number>>
  readonly lcp: number
  readonly cls: number
  readonly tbt: number
  readonly kilobytes: number
  readonly failed: readonly string[]
}

const lookAt = async (url: string, path: string, port: number): Promise<Row> => {
  const answer = await auditPage(`${url}${path}`, { port, categories: Object.keys(goals) })
  const { categories, audits } = Report.parse(answer)
  const of = (name: Category): number => Math.round((categories[name].score ?? 0) * 100)
  return {
    path,
    scores: {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best-practices': of('best-practices'),
      seo: of('seo'),
    },
    lcp: Math.round(audits['largest-contentful-paint'].numericValue),
    cls: audits['cumulative-layout-shift'].numericValue,
    tbt: Math.round(audits['total-blocking-time'].numericValue),
    kilobytes: Math.round(audits['total-byte-weight'].numericValue / 1024),
    failed: failedAudits(audits),
  }
}

/** The run in the middle of several by its performance, as Lighthouse advises on machines that others share. */
const middleOf = (rows: readonly Row[]): Row | undefined =>
  rows.toSorted((a, b) => a.scores.performance - b.scores.performance || b.lcp - a.lcp)[
    Math.floor(rows.length / 2)
  ]

const misses = ({ scores, lcp, cls }: Row): boolean =>
  lcp > slowestLcp ||
  cls > mostShift ||
  Object.entries(goals).some(
    ([name, goal]) => (Object.entries(scores).find(([key]) => key === name)?.[1] ?? 0) < goal,
  )

const columns = ['page', 'perf', 'a11y', 'best', 'seo', 'LCP ms', 'CLS', 'TBT ms', 'kB'] as const

const lineOf = (row: Row): string =>
  [
    row.path.padEnd(36),
    ...Object.values(row.scores).map((score) => String(score).padStart(5)),
    String(row.lcp).padStart(7),
    row.cls.toFixed(3).padStart(7),
    String(row.tbt).padStart(7),
    String(row.kilobytes).padStart(6),
    misses(row) ? ` ← ${row.failed.join(' ')}` : '',
  ].join('')

/** The public pages, as the shop's own site map says them. */
const publicPaths = async (url: string): Promise<string[]> => {
  const text = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

// `npm run lighthouse -- /science /press --runs=3 --url=http://localhost:3000`, `npm run lighthouse -- --desk order refund`
const args = process.argv.slice(2)
const named = args.filter((word) => word.startsWith('/'))
const runs = Number(args.find((word) => word.startsWith('--runs='))?.slice('--runs='.length) ?? 1)
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on')
const given = args.find((word) => word.startsWith('--url='))?.slice('--url='.length)

const measure = async (url: string): Promise<void> => {
  const paths = named.length > 0 ? named : await publicPaths(url)
  const rows: Row[] = []
  console.log(
    `${columns[0].padEnd(36)}${columns
      .slice(1)
      .map((name) => name.padStart(6))
      .join(' ')}`,
  )
  await withBrowser(async (port) => {
    // The first look of a browser pays for its start.
    await lookAt(url, paths[0] ?? '/', port)
    for (const path of paths) {
      const results: Row[] = []
      while (results.length < runs) results.push(await lookAt(url, path, port))
      const row = middleOf(results)
      if (!row) continue
      rows.push(row)
      console.log(lineOf(row))
    }
  })
  const missed = rows.filter(misses)
  console.log(`${rows.length - missed.length} of ${rows.length} pages reach every goal`)
  const folder = join(import.meta.dirname, '../../bench/results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'lighthouse.json'), JSON.stringify(rows, null, 2))
  process.exitCode = missed.length > 0 ? 1 : 0
}

if (args.includes('--desk'))
  await openShop((shop) =>
    measureDesk(
      shop,
      args.filter((word) => /^[a-z]/.test(word)),
    ),
  )
else if (given) await measure(given)
else await openShop(({ url }) => measure(url))
