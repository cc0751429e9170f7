import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/** The checkout's folder. */
export const root = join(import.meta.dirname, '../..')

/** What a source finds beside itself, it finds from the packed file too. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith('/') && code.includes('import.meta.')
      ? {
          code: code
            .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
          map: null,
        }
      : null,
}

interface Packing {
  /** Packages that stay outside: native ones, those that read files of their own, what the built pages share. */
  readonly external?: readonly string[]
}

/** Packs a program of the tests with all that it loads into one file, which starts in a quarter of the time. Answers the file. */
export const bundled = async (name: string, { external = [] }: Packing = {}): Promise<string> => {
  const outDir = join(root, 'node_modules/.cache/loam-bundled')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [ownPlaces],
    ssr: { noExternal: true, external: ['@node-rs/argon2', ...external] },
    build: {
      ssr: join(import.meta.dirname, `${name}.ts`),
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  })
  return join(outDir, `${name}.mjs`)
}
