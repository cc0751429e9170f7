import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compress } from './src/web/http/compression.ts'

/** Writes the short forms of scripts and styles beside them, so that no request has to make them. */
const packFiles = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))
  for (const name of names) {
    const body = await readFile(join(folder, name))
    await writeFile(join(folder, `${name}.br`), await compress(body, 'br', 'built'))
    await writeFile(join(folder, `${name}.gz`), await compress(body, 'gzip', 'built'))
  }
}

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Every page is reached by a document request; a script never needs to ask for more routes.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => packFiles(join(reactRouterConfig.buildDirectory, 'client', 'assets')),
} satisfies Config
