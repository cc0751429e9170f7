import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { PageRun } from './page-run.ts'
import type { ShopContext } from '../request/shop-context.ts'

/** The built pages, made inside their bundle. */
export interface PageHandler {
  readonly render: (request: Request, shop: ShopContext, run: PageRun) => Promise<Response>
  /** Whether the screen at this address says that it is the same for all visitors. */
  readonly sameForVisitors: (path: string) => boolean
}

/** What `entry.server.tsx` exports besides what React Router asks for. */
interface PageEntry {
  readonly createPageHandler: (build: ServerBuild) => PageHandler
}

type PageBuild = ServerBuild & { readonly entry: { readonly module: PageEntry } }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isPageBuild = (value: unknown): value is PageBuild =>
  isRecord(value) &&
  isRecord(value['entry']) &&
  isRecord(value['entry']['module']) &&
  typeof value['entry']['module']['createPageHandler'] === 'function'

/** Loads what `react-router build` wrote; throws when the folder holds something else. */
export const loadBuiltPages = async (buildFolder: string): Promise<PageHandler> => {
  const file = path.join(buildFolder, 'server', 'index.js')
  const build: unknown = await import(pathToFileURL(file).href)
  if (!isPageBuild(build)) throw new Error('the folder of built pages holds no pages of this shop')
  return build.entry.module.createPageHandler(build)
}
