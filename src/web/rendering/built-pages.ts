import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { PageRun } from './page-run.ts'
import type { ShopContext } from '../request/shop-context.ts'
import { isRecord } from '#shared/is-record.ts'

/** The built pages, made inside their bundle. */
export interface PageHandler {
  readonly render: (request: Request, shop: ShopContext, run: PageRun) => Promise<Response>
  /** Whether the screen at this address says that it is the same for all visitors. */
  readonly sameForVisitors: (path: string) => boolean
  /** What every page of the shop loads first, as values of the header `Link`. */
  readonly firstFiles: readonly string[]
}

/** Where the pages and the files beside them come from: a build, or in development the sources. */
export interface PageSource {
  readonly pages: PageHandler
  /** The folder whose files are served as they are. */
  readonly filesFolder: string
  /** Names the build; null in development, which has no service worker and no file that browsers may cache. */
  readonly edition: string | null
}

/** What `entry.server.tsx` exports in addition to what React Router needs. */
interface PageEntry {
  readonly createPageHandler: (build: ServerBuild) => PageHandler
}

type PageBuild = ServerBuild & { readonly entry: { readonly module: PageEntry } }

const isPageBuild = (value: unknown): value is PageBuild =>
  isRecord(value) &&
  isRecord(value['entry']) &&
  isRecord(value['entry']['module']) &&
  typeof value['entry']['module']['createPageHandler'] === 'function'

/** The pages in what React Router made of the sources; throws when it is something else. */
export const pagesIn = (build: unknown): PageHandler => {
  if (!isPageBuild(build)) throw new Error('the folder of built pages holds no pages of this shop')
  return build.entry.module.createPageHandler(build)
}

/** Identifies the build by the files it wrote; those contain hashes of their content. */
const editionOf = async (filesFolder: string): Promise<string> => {
  const names = (await readdir(path.join(filesFolder, 'assets'))).toSorted()
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12)
}

/** What `react-router build` wrote; throws when the folder holds something else. */
export const openBuild = async (buildFolder: string): Promise<PageSource> => {
  const file = path.join(buildFolder, 'server', 'index.js')
  const build: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const filesFolder = path.join(buildFolder, 'client')
  return { pages: pagesIn(build), filesFolder, edition: await editionOf(filesFolder) }
}
