import type { Server } from 'node:http'
import { join, relative, sep } from 'node:path'
import { createServer, isRunnableDevEnvironment } from 'vite'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'
import { sourcesChanged } from './sources-changed.ts'

/** What a change on disk concerns. */
export interface Change {
  readonly file: string
  /** Whether the running shop was made of it. Otherwise only pages are. */
  readonly concernsShop: boolean
  /** Whether the table of pages is made of it. */
  readonly concernsRoutes: boolean
  /** Whether it is the card processor's, which runs in a process of its own. */
  readonly isOfSandbox: boolean
}

interface SourcesOptions {
  readonly root: string
  /** The program of the shop: what it imports is the shop, everything else is pages. */
  readonly shopFile: string
  /** Carries the connection that reports changes to browsers. */
  readonly http: Server
  /** Names besides those of this machine under which the shop is reached. */
  readonly hosts: readonly string[]
  readonly onChange: (change: Change) => void
}

/** Read at start or listed at start, and imported by nothing. */
const dataFolders = ['content', join('db', 'migrations')]
const routeFiles = [join('src', 'web', 'routes.ts'), join('src', 'web', 'routing', 'paths.ts')]
const sandboxFolders = ['sandbox-base', 'sandbox-carrier', 'sandbox-processor']
const watchedFolders = ['src', 'content', 'db', 'public', ...sandboxFolders]

const isBelow = (folder: string, file: string): boolean => {
  const path = relative(folder, file)
  return path !== '..' && !path.startsWith(`..${sep}`)
}

/** Whether a module is imported by this file, through others or itself. */
const isPartOf = (shopFile: string, changed: readonly EnvironmentModuleNode[]): boolean => {
  const seen = new Set(changed)
  for (const module of seen) {
    if (module.file === shopFile) return true
    for (const importer of module.importers) seen.add(importer)
  }
  return false
}

/** Reports each change, after Vite has invalidated the file and everything that imports it. */
const changeWatcher = ({ root, shopFile, onChange }: SourcesOptions): Plugin => {
  const isData = (file: string): boolean => dataFolders.some((folder) => isBelow(join(root, folder), file))
  return {
    name: 'shop-sources',
    hotUpdate: {
      order: 'post',
      handler({ file, type, modules }) {
        if (this.environment.name !== 'ssr') return
        const isListed = type !== 'update' && isBelow(join(root, 'public'), file)
        const concernsShop = isData(file) || isListed || isPartOf(shopFile, modules)
        const concernsRoutes = routeFiles.includes(relative(root, file))
        const isOfSandbox = sandboxFolders.some((folder) => isBelow(join(root, folder), file))
        if (concernsShop || concernsRoutes || isOfSandbox || modules.length > 0)
          onChange({ file, concernsShop, concernsRoutes, isOfSandbox })
        return []
      },
    },
  }
}

const viteOptions = (options: SourcesOptions) => {
  const { root, http, hosts } = options
  const watched = watchedFolders.map((folder) => join(root, folder))
  return {
    root,
    mode: 'development',
    appType: 'custom' as const,
    clearScreen: false,
    logLevel: 'warn' as const,
    plugins: [changeWatcher(options)],
    server: {
      middlewareMode: true,
      ws: { server: http },
      allowedHosts: [...hosts],
      cors: false,
      // The data folder is next to them.
      fs: { allow: [join(root, 'src'), join(root, 'node_modules')] },
      watch: {
        // Editors that empty a file before they write it would have it read in between.
        awaitWriteFinish: { stabilityThreshold: 30, pollInterval: 10 },
        ignored: (path: string) =>
          isBelow(root, path) && path !== root && !watched.some((folder) => isBelow(folder, path)),
      },
    },
  }
}

const runnerOf = (vite: ViteDevServer) => {
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the sources in this process')
  return ssr.runner
}

/** The sources of shop and pages, run and served by Vite. */
export const openSources = async (options: SourcesOptions) => {
  const vite = await createServer(viteOptions(options))
  return {
    /** Runs a module with all that it imports, except what has not changed since its last run. Code that runs already continues. */
    run: <Module>(file: string): Promise<Module> => runnerOf(vite).import<Module>(file),
    /** Reads the table of pages again, which React Router does by itself only for an app folder in the checkout's own. */
    readRoutes: (): Promise<void> => vite.restart(),
    /** Answers what scripts of the pages ask for; calls `next` for what is no source. */
    serve: vite.middlewares,
    /** Has browsers show an error over the page. */
    showError: ({ message, stack = '' }: Error): void =>
      vite.environments.client.hot.send({ type: 'error', err: { message, stack } }),
    /** Notifies browsers that pages may have changed, and clears a shown error. */
    tellBrowsers: (): void => {
      const { hot } = vite.environments.client
      hot.send({ type: 'update', updates: [] })
      hot.send(sourcesChanged)
    },
    close: (): Promise<void> => vite.close(),
  }
}

export type Sources = Awaited<ReturnType<typeof openSources>>
