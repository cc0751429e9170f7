import { screens } from './paths.ts'

/** Files that are no pages and that pages may link to. */
const files: ReadonlySet<string> = new Set(['/sitemap.xml', '/robots.txt', '/cultured/feed.xml'])

/** Folders of files. */
const folders = ['/art/', '/film/', '/uploads/'] as const

const patterns = screens.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))

/** Whether a screen or a file of the shop answers at a path, whatever pages of the content there are. */
export const isScreen = (path: string): boolean =>
  files.has(path) ||
  folders.some((folder) => path.startsWith(folder)) ||
  patterns.some((pattern) => pattern.test(path))
